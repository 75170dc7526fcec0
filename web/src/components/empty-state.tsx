import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  icon: LucideIcon
  title: string
  children: ReactNode
  action?: ReactNode
}

export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      <div className="relative mb-5 grid size-14 place-items-center rounded-2xl bg-accent-soft text-accent-ink">
        <Icon aria-hidden="true" className="size-6" strokeWidth={1.75} />
      </div>
      <h2 className="text-base font-semibold">{title}</h2>
      <div className="mt-1.5 max-w-md text-sm text-muted">{children}</div>
      {action && <div className="mt-6">{action}</div>}
    </div>
  )
}
