import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export function Card({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <section className={clsx('rounded-card border border-line bg-surface shadow-card', className)}>
      {children}
    </section>
  )
}

export function CardHeader({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="space-y-1 px-5 pt-5 sm:px-6">
      <h2 className="text-base font-semibold">{title}</h2>
      {children && <p className="text-sm text-muted">{children}</p>}
    </div>
  )
}
