import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, Info, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { MessageText } from './message-text.tsx'

type Tone = 'info' | 'success' | 'warning' | 'danger'

const tones: Record<Tone, { icon: LucideIcon; className: string }> = {
  info: { icon: Info, className: 'border-accent/30 bg-accent-soft text-accent-ink' },
  success: { icon: CircleCheck, className: 'border-success/30 bg-success-soft text-success-ink' },
  warning: { icon: TriangleAlert, className: 'border-warning/40 bg-warning-soft text-warning-ink' },
  danger: { icon: CircleAlert, className: 'border-danger/30 bg-danger-soft text-danger-ink' },
}

interface AlertProps {
  tone?: Tone
  title?: string
  children?: ReactNode
  action?: ReactNode
  /** Announces the alert when it appears. Omit it for notes that the page shows from the start. */
  live?: boolean
  className?: string
}

export function Alert({ tone = 'info', title, children, action, live = false, className }: AlertProps) {
  const { icon: Icon, className: toneClass } = tones[tone]
  const urgent = tone === 'danger' || tone === 'warning'
  return (
    <div
      role={live ? (urgent ? 'alert' : 'status') : undefined}
      className={clsx('flex gap-3 rounded-control border p-3.5 text-sm', toneClass, className)}
    >
      <Icon aria-hidden="true" className="mt-px size-4.5 shrink-0" />
      <div className="min-w-0 flex-1 space-y-1">
        {title && <p className="font-semibold">{title}</p>}
        {children && (
          <div className="text-ink">
            <MessageText>{children}</MessageText>
          </div>
        )}
        {action && <div className="pt-2">{action}</div>}
      </div>
    </div>
  )
}
