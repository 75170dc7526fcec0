import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** A key cap. */
export function Kbd({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <kbd
      className={clsx(
        'inline-flex h-5 min-w-5 shrink-0 items-center justify-center rounded-[0.3125rem] border border-line bg-surface px-1 font-mono text-[0.6875rem] leading-none whitespace-nowrap text-muted',
        className,
      )}
    >
      {children}
    </kbd>
  )
}
