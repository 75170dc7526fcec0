import { clsx } from 'clsx'
import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState, type Ref } from 'react'
import { ShortcutHint } from '../../app/commands/shortcut-hint.tsx'
import { IconButton } from '../icon-button.tsx'
import { controlClass } from './control.ts'

interface SearchFieldProps {
  label: string
  clearLabel: string
  value: string
  onChange: (value: string) => void
  /** The shortcut that focuses the field. */
  keys?: string
  className?: string
  ref?: Ref<HTMLInputElement>
}

const typingPauseMs = 120

/** Keeps what is typed, and passes it on when the typing pauses. */
export function SearchField({ label, clearLabel, value, onChange, keys, className, ref }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    if (typed.trim() !== value) setTyped(value)
  }
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => {
    if (typed.trim() === value) return undefined
    const timer = setTimeout(() => latest.current(typed.trim()), typingPauseMs)
    return () => clearTimeout(timer)
  }, [typed, value])
  return (
    <span className={clsx('relative block', className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
      />
      <input
        {...(ref === undefined ? {} : { ref })}
        type="text"
        role="searchbox"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || typed === '') return
          event.preventDefault()
          event.stopPropagation()
          setTyped('')
        }}
        className={controlClass(true, 'pl-8 pr-9 md:pl-8 md:pr-9')}
      />
      {typed === '' ? (
        keys !== undefined && (
          <ShortcutHint
            keys={keys}
            className="pointer-events-none absolute top-1/2 right-2 hidden -translate-y-1/2 lg:block"
          />
        )
      ) : (
        <IconButton
          icon={X}
          label={clearLabel}
          onClick={() => setTyped('')}
          className="absolute top-0 right-0"
        />
      )}
    </span>
  )
}
