import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'

interface HomeCardProps {
  title: ReactNode
  action?: ReactNode
  className?: string
  children: ReactNode
}

/** A titled part of the page. */
export function HomeCard({ title, action, className, children }: HomeCardProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={clsx('flex min-w-0 flex-col rounded-card border border-line bg-surface', className)}
    >
      <div className="flex min-h-12 items-center justify-between gap-3 border-b border-line px-4 py-1.5">
        <h2 id={id} className="flex items-center gap-2 text-sm leading-tight font-semibold">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}

export function CardNote({ children }: { children: ReactNode }) {
  return <p className="px-4 py-5 text-[0.8125rem] text-muted">{children}</p>
}
