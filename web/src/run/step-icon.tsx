import { clsx } from 'clsx'
import { CircleCheck, CircleDashed, CircleX, Clock, LoaderCircle, RotateCw } from 'lucide-react'
import type { StepOutline } from '@millrace/contract/execution-timeline.ts'
import { statusNames } from '../texts/run/timeline.ts'

const icons = {
  running: { icon: LoaderCircle, className: 'text-accent-ink animate-turn' },
  waiting: { icon: Clock, className: 'text-warning-ink' },
  retrying: { icon: RotateCw, className: 'text-warning-ink' },
  completed: { icon: CircleCheck, className: 'text-success-ink' },
  failed: { icon: CircleX, className: 'text-danger-ink' },
  aborted: { icon: CircleDashed, className: 'text-muted' },
}

/** The status of a step: an icon for the eye, a word for screen readers. */
export function StepIcon({ status, className }: { status: StepOutline['status']; className?: string }) {
  const { icon: Icon, className: tone } = icons[status]
  return (
    <>
      <Icon aria-hidden="true" className={clsx('size-3.5 shrink-0', tone, className)} />
      <span className="sr-only">{statusNames[status]}</span>
    </>
  )
}
