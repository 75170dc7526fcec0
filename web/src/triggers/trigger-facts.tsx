import { clsx } from 'clsx'
import { CircleAlert, CirclePause, Info, TriangleAlert } from 'lucide-react'
import type { TriggerOverview } from '../api/triggers.ts'
import { StatusDot } from '../components/data/status-badge.tsx'
import { Tooltip } from '../components/overlay/tooltip.tsx'
import { RelativeTime } from '../components/time.tsx'
import { useNow } from '../components/use-now.ts'
import { AppLink } from '../run/app-link.tsx'
import { executionStatuses } from '../texts/components.ts'
import { formatRelative } from '../texts/format.ts'
import * as t from '../texts/triggers/page.ts'
import * as tp from '../texts/triggers/pause.ts'
import { MessageText } from '../components/message-text.tsx'

/** Where the counts of a trigger end. */
const MAX_COUNT = 1_000

type Problem = TriggerOverview['problems'][number]

const tones = {
  error: { icon: CircleAlert, className: 'text-danger-ink' },
  warning: { icon: TriangleAlert, className: 'text-warning-ink' },
  info: { icon: Info, className: 'text-muted' },
}

interface ProblemListProps {
  trigger: TriggerOverview
  className?: string
}

/** What is wrong with a trigger, each with a link to the cause. */
export function ProblemList({ trigger, className }: ProblemListProps) {
  const { problems, workflow_name: name } = trigger
  if (problems.length === 0) return null
  return (
    <ul aria-label={t.problems(name)} className={clsx('space-y-0.5 text-xs', className)}>
      {problems.map((problem) => {
        const { icon: Icon, className: tone } = tones[problem.severity]
        const cause = causeOf(problem, trigger)
        return (
          <li key={problem.message} className={clsx('flex gap-1.5', tone)}>
            <Icon aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
            <span className="min-w-0">
              <MessageText>{problem.message}</MessageText>{' '}
              {cause !== undefined && (
                <AppLink href={cause.href} className="font-medium whitespace-nowrap underline">
                  {cause.label}
                </AppLink>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** Where a problem can be solved. */
function causeOf(problem: Problem, trigger: TriggerOverview): { href: string; label: string } | undefined {
  const workflow = `/workflows/${trigger.workflow_id}`
  const node = `${workflow}?${new URLSearchParams({ node: trigger.node_id }).toString()}`
  if (problem.execution_id !== undefined) {
    return { href: `/executions/${problem.execution_id}`, label: t.showRun }
  }
  if (problem.credential_id !== undefined) {
    return { href: `/connections?credential=${problem.credential_id}`, label: t.showCredential }
  }
  if (problem.code === 'not_published') return { href: workflow, label: t.publish }
  return problem.code === 'never_called' ? undefined : { href: node, label: t.showNode }
}

/** The latest runs, newest last, and how many there were in a day. */
export function LastCalls({ trigger }: { trigger: TriggerOverview }) {
  const now = useNow(30_000)
  const { last_calls: calls, calls: counts, workflow_name: name } = trigger
  const [latest] = calls
  if (latest === undefined) {
    // Said once is enough: its problems say so too.
    const isSaid = trigger.problems.some(({ code }) => code === 'never_called')
    return isSaid ? null : <p className="text-xs text-muted">{t.noCalls}</p>
  }
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-xs text-muted">
      <ul aria-label={t.lastCalls(name)} className="flex items-center">
        {calls.toReversed().map((run) => {
          const label = t.callLabel(executionStatuses[run.status], formatRelative(run.at, now))
          return (
            <li key={run.execution_id} className="flex">
              <Tooltip content={label}>
                <AppLink
                  href={`/executions/${run.execution_id}`}
                  aria-label={label}
                  className="grid size-6 place-items-center rounded-full hover:bg-hover"
                >
                  <StatusDot status={run.status} />
                </AppLink>
              </Tooltip>
            </li>
          )
        })}
      </ul>
      <span>
        <RelativeTime value={latest.at} />
      </span>
      <span>{t.calls(counts.total, counts.failed, MAX_COUNT)}</span>
    </div>
  )
}

/** Loud: a paused trigger starts nothing, and nobody may overlook it. */
export function PausedMark({ pause }: { pause: NonNullable<TriggerOverview['pause']> }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-warning-ink">
      <span className="inline-flex h-6 items-center gap-1.5 rounded-full bg-warning-soft px-2.5 font-semibold ring-1 ring-warning/60">
        <CirclePause aria-hidden="true" className="size-3.5" />
        {tp.paused}
      </span>
      <span className="min-w-0">
        {tp.pausedSince} {pause.by}, <RelativeTime value={pause.at} />
      </span>
    </p>
  )
}
