import { clsx } from 'clsx'
import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState, type Ref } from 'react'
import { ShortcutHint } from '../../app/commands/shortcut-hint.tsx'
import { IconButton } from '../icon-button.tsx'
import { Spinner } from '../spinner.tsx'
import { controlClass } from './control.ts'

const typingPauseMs = 150

interface SearchFieldProps {
  /** The accessible name and the placeholder. */
  label: string
  clearLabel: string
  value: string
  onChange: (value: string) => void
  isFetching?: boolean
  /** The shortcut that focuses the field. */
  keys?: string
  className?: string
  ref?: Ref<HTMLInputElement>
}

/** Keeps what is typed, and passes it on when the typing pauses. */
export function SearchField({
  label,
  clearLabel,
  value,
  onChange,
  isFetching = false,
  keys,
  className,
  ref,
}: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const [applied, setApplied] = useState(value)
  const change = useRef(onChange)
  useEffect(() => {
    change.current = onChange
  })
  // The address changed by other means, such as the back button.
  if (value !== applied) {
    setApplied(value)
    if (typed.trim() !== value) setTyped(value)
  }
  useEffect(() => {
    if (typed.trim() === value) return undefined
    const timer = setTimeout(() => change.current(typed.trim()), typingPauseMs)
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
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          if (typed === '') {
            event.currentTarget.blur()
            return
          }
          event.preventDefault()
          event.stopPropagation()
          setTyped('')
        }}
        className={controlClass(
          true,
          'appearance-none pl-8.5 pr-9 md:pl-8.5 md:pr-9 [&::-webkit-search-cancel-button]:hidden',
        )}
      />
      <span className="absolute inset-y-0 right-1.5 flex items-center">
        {isFetching ? (
          <Spinner className="size-4 text-muted" />
        ) : typed !== '' ? (
          <IconButton icon={X} label={clearLabel} onClick={() => setTyped('')} className="size-7 md:size-6" />
        ) : (
          keys !== undefined && <ShortcutHint keys={keys} className="max-md:hidden" />
        )}
      </span>
    </span>
  )
}
