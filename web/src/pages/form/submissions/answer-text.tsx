import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../components/icon-button.tsx'
import { FileCard } from '../../../files/file-card.tsx'
import { toFileValue } from '../../../files/file-value.ts'
import type { FieldType } from '../../../forms/model/field-kinds.ts'
import { formatNumber } from '../../../texts/format.ts'
import * as t from '../../../texts/forms/submissions.ts'

/** An answer in one line. */
export function describeAnswer(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? t.yes : t.no
  if (Array.isArray(value)) return value.map(describeAnswer).join(', ')
  if (typeof value === 'number') return formatNumber(value)
  const file = toFileValue(value)
  if (file !== undefined) return file.name
  return typeof value === 'string' ? value : JSON.stringify(value)
}

interface AnswerProps {
  value: unknown
  type: FieldType | undefined
  /** Names the answer, for the button that reveals it. */
  label: string
}

/** An answer in full. Passwords are shown on request; links open in a new tab. */
export function Answer({ value, type, label }: AnswerProps) {
  const [isRevealed, setRevealed] = useState(false)
  if (value === undefined || value === null || value === '') {
    return <span className="text-muted">{t.noAnswer}</span>
  }
  const files = (Array.isArray(value) ? value : [value]).map(toFileValue)
  if (files.length > 0 && files.every((file) => file !== undefined)) {
    return (
      <ul className="space-y-1.5">
        {files.map((file) => (
          <li key={file.$file}>
            <FileCard file={file} />
          </li>
        ))}
      </ul>
    )
  }
  if (Array.isArray(value)) {
    return (
      <ul className="flex flex-wrap gap-1.5">
        {value.map((entry) => (
          <li key={String(entry)} className="rounded-full bg-sunken px-2 py-0.5 text-[0.8125rem]">
            {describeAnswer(entry)}
          </li>
        ))}
      </ul>
    )
  }
  const text = describeAnswer(value)
  if (type === 'password') {
    return (
      <span className="flex items-center gap-2">
        <span className={isRevealed ? 'break-all' : 'text-muted'}>{isRevealed ? text : t.concealed}</span>
        <IconButton
          icon={isRevealed ? EyeOff : Eye}
          label={isRevealed ? t.conceal(label) : t.reveal(label)}
          onClick={() => setRevealed(!isRevealed)}
        />
      </span>
    )
  }
  if (type === 'color') {
    return (
      <span className="flex items-center gap-2">
        <span
          aria-hidden="true"
          className="size-4 rounded border border-line-strong"
          style={{ backgroundColor: /^#[\da-f]{3,6}$/i.test(text) ? text : 'transparent' }}
        />
        {text}
      </span>
    )
  }
  const href = hrefOf(type, text)
  if (href !== undefined) {
    return (
      <a href={href} target="_blank" rel="noreferrer" className="break-all text-accent-ink underline">
        {text}
      </a>
    )
  }
  return (
    <span dir="auto" className="break-words whitespace-pre-wrap">
      {text}
    </span>
  )
}

function hrefOf(type: FieldType | undefined, text: string): string | undefined {
  if (type === 'email') return `mailto:${encodeURIComponent(text).replaceAll('%40', '@')}`
  if (type === 'phone') return `tel:${text.replaceAll(/[^+\d]/g, '')}`
  return type === 'url' && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : undefined
}
