import { clsx } from 'clsx'
import { Pencil } from 'lucide-react'
import { useRef, useState } from 'react'
import * as t from '../../texts/components.ts'

interface InlineEditProps {
  /** Names what is edited: "Name". */
  label: string
  value: string
  /** Called with the trimmed text when it has changed. */
  onSave: (value: string) => void
  /** Returns a message for a text that cannot be saved. */
  validate?: (value: string) => string | undefined
  placeholder?: string
  maxLength?: number
  readOnly?: boolean
  /** Styles text and field alike. */
  className?: string
}

/** A text that becomes a field when pressed. Enter or leaving saves it, Escape restores it. */
export function InlineEdit({
  label,
  value,
  onSave,
  validate,
  placeholder = '',
  maxLength,
  readOnly = false,
  className,
}: InlineEditProps) {
  const [typed, setTyped] = useState<string>()
  const button = useRef<HTMLButtonElement>(null)
  const error = typed === undefined ? undefined : validate?.(typed.trim())

  if (readOnly) return <span className={clsx('truncate', className)}>{value}</span>
  const close = () => {
    setTyped(undefined)
    requestAnimationFrame(() => button.current?.focus())
  }
  const save = () => {
    const next = typed?.trim()
    if (next !== undefined && next !== value && error === undefined) onSave(next)
    setTyped(undefined)
  }
  if (typed === undefined) {
    return (
      <button
        ref={button}
        type="button"
        aria-label={t.editLabel(label, value === '' ? placeholder : value)}
        onClick={() => setTyped(value)}
        className={clsx(
          'group relative inline-flex max-w-full min-w-0 items-center rounded-[0.375rem] px-1.5 text-left transition-colors hover:bg-hover',
          className,
        )}
      >
        <span className={clsx('truncate', value === '' && 'text-muted')}>
          {value === '' ? placeholder : value}
        </span>
        <Pencil
          aria-hidden="true"
          className="absolute right-1 size-4 bg-hover pl-0.5 text-muted opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100"
        />
      </button>
    )
  }
  return (
    <span className="relative inline-block max-w-full">
      <input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user asked for the field by pressing the text
        autoFocus
        aria-label={label}
        aria-invalid={error === undefined ? undefined : true}
        value={typed}
        maxLength={maxLength}
        size={Math.max(12, typed.length)}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && error === undefined) {
            save()
            close()
          } else if (event.key === 'Escape') {
            event.stopPropagation()
            close()
          }
        }}
        className={clsx(
          'max-w-full rounded-[0.375rem] border border-focus bg-surface px-1.5 outline-none aria-invalid:border-danger',
          className,
        )}
      />
      {error !== undefined && (
        <span
          role="alert"
          className="absolute top-full left-0 z-20 mt-1 rounded-control border border-line bg-raised px-2 py-1 text-xs whitespace-nowrap text-danger-ink shadow-float"
        >
          {error}
        </span>
      )}
    </span>
  )
}
