import { CircleHelp, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { help } from '../help/help-store.ts'
import * as common from '../texts/common.ts'
import { Button } from './button.tsx'

interface EmptyStateProps {
  icon: LucideIcon
  title: string
  children: ReactNode
  action?: ReactNode
  /** The section of a guide that explains more, such as `forms#settings`. */
  topic?: string
}

/** Says what a page is for, and offers what fills it. */
export function EmptyState({ icon: Icon, title, children, action, topic }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      <div className="relative mb-5 grid size-14 place-items-center rounded-2xl bg-accent-soft text-accent-ink">
        <Icon aria-hidden="true" className="size-6" strokeWidth={1.75} />
      </div>
      <h2 className="text-base font-semibold">{title}</h2>
      <div className="mt-1.5 max-w-md text-sm text-muted">{children}</div>
      {action && <div className="mt-6">{action}</div>}
      {topic !== undefined && (
        <Button
          variant="ghost"
          size="sm"
          className={action ? 'mt-2 text-muted' : 'mt-4 text-muted'}
          onClick={() => help.open({ entry: `page:/docs/guides/${topic}` })}
        >
          <CircleHelp aria-hidden="true" className="size-4" />
          {common.learnMore}
        </Button>
      )}
    </div>
  )
}
