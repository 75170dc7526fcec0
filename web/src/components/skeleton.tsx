import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx('block animate-shimmer rounded bg-line/80', className)} />
}

/** Wraps the skeletons of one area and announces once to screen readers that it is loading. */
export function Loading({
  label,
  className,
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  return (
    <div aria-busy="true" className={className}>
      <output className="sr-only">{label}</output>
      {children}
    </div>
  )
}
