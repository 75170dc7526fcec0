import { Circle, Plus, Square, X } from 'lucide-react'
import { type KeyboardEvent, useId } from 'react'
import { flushSync } from 'react-dom'
import type { FormField } from '../../api/forms.ts'
import { IconButton } from '../../components/icon-button.tsx'
import * as t from '../../texts/forms/builder.ts'

type Option = NonNullable<FormField['options']>[number]

interface OptionListProps {
  field: FormField
  canEdit: boolean
  onChange: (options: readonly Option[], coalesce?: string) => void
}

export function optionLabel(option: Option): string {
  return typeof option === 'string' ? option : option.label
}

/** The options of a choice, edited where they appear. Enter adds one, Backspace in an empty one removes it. */
export function OptionList({ field, canEdit, onChange }: OptionListProps) {
  const id = useId()
  const options = field.options ?? []
  const Icon = field.type === 'radio' || field.type === 'select' ? Circle : Square
  const focus = (index: number) => document.getElementById(`${id}-${index}`)?.focus()
  const insert = (at: number) => {
    flushSync(() => onChange(options.toSpliced(at, 0, freeOption(options))))
    const input = document.getElementById(`${id}-${at}`)
    if (!(input instanceof HTMLInputElement)) return
    input.focus()
    input.select()
  }
  const remove = (at: number) => {
    flushSync(() => onChange(options.toSpliced(at, 1)))
    focus(Math.max(0, at - 1))
  }
  const rename = (at: number, label: string) => {
    const option = options[at]
    onChange(options.with(at, typeof option === 'object' ? { ...option, label } : label), `option:${at}`)
  }
  const handleKey = (event: KeyboardEvent<HTMLInputElement>, index: number) => {
    if (event.key === 'Enter') insert(index + 1)
    else if (event.key === 'Backspace' && event.currentTarget.value === '' && options.length > 1)
      remove(index)
    else if (event.key === 'ArrowDown' && index < options.length - 1) focus(index + 1)
    else if (event.key === 'ArrowUp' && index > 0) focus(index - 1)
    else return
    event.preventDefault()
  }
  return (
    <ul aria-label={t.options} className="space-y-0.5">
      {options.map((option, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- options have no identity of their own
        <li key={index} className="group/option flex items-center gap-2">
          <Icon aria-hidden="true" className="size-4 shrink-0 text-line-strong" />
          <input
            id={`${id}-${index}`}
            aria-label={t.optionAt(index + 1)}
            value={optionLabel(option)}
            readOnly={!canEdit}
            maxLength={500}
            dir="auto"
            onChange={(event) => rename(index, event.target.value)}
            onKeyDown={(event) => handleKey(event, index)}
            className="h-10 min-w-0 flex-1 rounded-[0.375rem] bg-transparent px-1.5 text-sm hover:bg-hover/70 md:h-8"
          />
          {canEdit && (
            <IconButton
              icon={X}
              label={t.removeOption(index + 1)}
              onClick={() => remove(index)}
              className="md:opacity-0 md:group-focus-within/option:opacity-100 md:group-hover/option:opacity-100"
            />
          )}
        </li>
      ))}
      {canEdit && (
        <li>
          <button
            type="button"
            onClick={() => insert(options.length)}
            className="flex h-10 items-center gap-2 rounded-[0.375rem] pr-2 text-[0.8125rem] text-muted hover:text-ink md:h-8"
          >
            <Plus aria-hidden="true" className="size-4" />
            {t.addOption}
          </button>
        </li>
      )}
    </ul>
  )
}

function freeOption(options: readonly Option[]): string {
  const taken = new Set(options.map((option) => (typeof option === 'string' ? option : option.value)))
  let count = options.length + 1
  while (taken.has(t.nextOption(count))) count += 1
  return t.nextOption(count)
}
