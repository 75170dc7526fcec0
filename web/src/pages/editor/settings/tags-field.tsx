import { X } from 'lucide-react'
import { useState } from 'react'
import { inputClass } from '../../../components/field.tsx'
import * as t from '../../../texts/editor/settings.ts'

interface TagsFieldProps {
  control: { id: string; 'aria-describedby': string | undefined }
  tags: readonly string[]
  readOnly: boolean
  onChange: (tags: readonly string[]) => void
}

const MAX_TAGS = 20

/** A list of labels: Enter or a comma adds what was typed, Backspace in the empty field removes the last one. */
export function TagsField({ control, tags, readOnly, onChange }: TagsFieldProps) {
  const [typed, setTyped] = useState('')
  const add = () => {
    const tag = typed.trim()
    setTyped('')
    if (tag !== '' && !tags.includes(tag) && tags.length < MAX_TAGS) onChange([...tags, tag])
  }
  return (
    <div className="space-y-2">
      {tags.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li
              key={tag}
              className="inline-flex h-7 items-center gap-1 rounded-full border border-line bg-sunken pr-1 pl-2.5 text-xs font-medium"
            >
              <span className={readOnly ? 'pr-1.5' : undefined}>{tag}</span>
              {!readOnly && (
                <button
                  type="button"
                  aria-label={t.removeTag(tag)}
                  onClick={() => onChange(tags.filter((one) => one !== tag))}
                  className="grid size-5 place-items-center rounded-full text-muted hover:bg-hover hover:text-ink"
                >
                  <X aria-hidden="true" className="size-3.5" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {!readOnly && (
        <input
          {...control}
          className={inputClass}
          value={typed}
          maxLength={50}
          placeholder={t.addTag}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key === 'Enter' || event.key === ',') {
              event.preventDefault()
              add()
            } else if (event.key === 'Backspace' && typed === '' && tags.length > 0) {
              onChange(tags.slice(0, -1))
            }
          }}
        />
      )}
    </div>
  )
}
