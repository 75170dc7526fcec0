import { clsx } from 'clsx'
import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState, type Ref } from 'react'
import { ShortcutHint } from '../../app/commands/shortcut-hint.tsx'
import { IconButton } from '../icon-button.tsx'
import { Spinner } from '../spinner.tsx'
import { controlClass } from './control.ts'

const typingPauseMs = 180

interface SearchFieldProps {
  /** The accessible name and the placeholder. */
  label: string
  clearLabel: string
  value: string
  onChange: (value: string) => void
  isFetching: boolean
  className?: string
  ref: Ref<HTMLInputElement>
}

/** Keeps what is typed, and passes it on when the typing pauses. */
export function SearchField({
  label,
  clearLabel,
  value,
  onChange,
  isFetching,
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
    setTyped(value)
  }
  useEffect(() => {
    if (typed === applied) return undefined
    const timer = setTimeout(() => {
      setApplied(typed.trim())
      change.current(typed.trim())
    }, typingPauseMs)
    return () => clearTimeout(timer)
  }, [typed, applied])
  return (
    <span className={clsx('relative', className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
      />
      <input
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          if (typed === '') event.currentTarget.blur()
          else setTyped('')
        }}
        className={controlClass(
          true,
          'appearance-none pl-8.5 pr-9 md:pl-8.5 md:pr-9 [&::-webkit-search-cancel-button]:hidden',
        )}
      />
      <span className="absolute inset-y-0 right-1.5 flex items-center">
        {isFetching ? (
          <Spinner className="size-4 text-muted" />
        ) : typed === '' ? (
          <ShortcutHint keys="/" className="max-md:hidden" />
        ) : (
          <IconButton icon={X} label={clearLabel} onClick={() => setTyped('')} className="size-7 md:size-6" />
        )}
      </span>
    </span>
  )
}
