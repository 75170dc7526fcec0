import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CirclePause, KeyRound, UserRound } from 'lucide-react'
import { Suspense, useState } from 'react'
import { describeError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import * as operations from '../../api/generated/operations.ts'
import {
  failingCredentialsQuery,
  homeKeys,
  oldestWaitsQuery,
  upcomingRunsQuery,
  type Wait,
} from '../../api/home.ts'
import { pausedTriggersQuery } from '../../api/triggers.ts'
import { Badge } from '../../components/badge.tsx'
import { Button, buttonClass } from '../../components/button.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { toast } from '../../components/toast-store.ts'
import type { JsonValue } from '../../graph/types.ts'
import { formatWeekdayTime } from '../../texts/format.ts'
import * as t from '../../texts/home/page.ts'
import * as pauseTexts from '../../texts/triggers/pause.ts'
import { CardNote, HomeCard } from './home-card.tsx'
import { lazyPart } from '../../app/lazy-part.ts'

const refreshMs = 10_000
const NodeLine = lazyPart(async () => ({ default: (await import('../../graph/node-line.tsx')).NodeLine }))

/** Approvals and questions that wait for a person. */
export function ApprovalsCard({ canAnswer, className }: { canAnswer: boolean; className?: string }) {
  const { data } = useQuery({ ...oldestWaitsQuery, refetchInterval: refreshMs })
  const hidden = data === undefined ? 0 : data.total - data.waits.length
  return (
    <HomeCard
      {...(className === undefined ? {} : { className })}
      title={
        <>
          {t.approvals}
          {data !== undefined && data.total > 0 && <Badge tone="warning">{data.total}</Badge>}
        </>
      }
      action={
        <Link to="/inbox" className="text-[0.8125rem] font-medium text-accent-ink hover:underline">
          {t.inbox}
        </Link>
      }
    >
      {data !== undefined && data.waits.length === 0 ? (
        <CardNote>{t.noApprovals}</CardNote>
      ) : (
        <ul aria-label={t.approvals} className="divide-y divide-line">
          {data?.waits.map((wait) => (
            <WaitRow key={wait.id} wait={wait} canAnswer={canAnswer} />
          ))}
        </ul>
      )}
      {hidden > 0 && <CardNote>{t.moreApprovals(hidden)}</CardNote>}
    </HomeCard>
  )
}

function WaitRow({ wait, canAnswer }: { wait: Wait; canAnswer: boolean }) {
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const { message, execution_id: id, id: waitId } = wait

  const answer = async (approved: boolean) => {
    setIsBusy(true)
    try {
      await call(operations.answerWait, { params: { id, wait_id: waitId }, body: { approved } })
      toast.show({ tone: 'success', title: t.answered })
      await queryClient.invalidateQueries({ queryKey: homeKeys.all })
    } catch (error) {
      toast.show({ tone: 'danger', title: t.answerFailed, description: describeError(error) })
      setIsBusy(false)
    }
  }

  return (
    <li className="px-4 py-3">
      <div className="flex gap-3">
        <span className="grid size-8 shrink-0 place-items-center rounded-control bg-family-people-soft text-family-people">
          <UserRound aria-hidden="true" className="size-4" />
        </span>
        <div className="min-w-0">
          <Link
            to="/executions/$executionId"
            params={{ executionId: id }}
            className="line-clamp-2 text-sm hover:underline"
          >
            {message}
          </Link>
          <p className="mt-0.5 text-xs text-muted">
            {wait.workflow_name ?? t.deletedWorkflow} · <RelativeTime value={wait.since} />
            {wait.until !== null && (
              <>
                {' · '}
                {t.expires} <RelativeTime value={wait.until} />
              </>
            )}
          </p>
        </div>
      </div>
      {canAnswer && (
        <div className="mt-2 flex gap-2 pl-11">
          {wait.fields.length > 0 ? (
            <Link
              to="/executions/$executionId"
              params={{ executionId: id }}
              aria-label={t.answerNamed(message)}
              className={buttonClass('secondary', 'sm')}
            >
              {t.answer}
            </Link>
          ) : (
            <>
              <Button
                size="sm"
                busy={isBusy}
                aria-label={t.approveNamed(message)}
                onClick={() => void answer(true)}
              >
                {t.approve}
              </Button>
              <Button
                size="sm"
                variant="secondary"
                inactive={isBusy}
                aria-label={t.rejectNamed(message)}
                onClick={() => void answer(false)}
              >
                {t.reject}
              </Button>
            </>
          )}
        </div>
      )}
    </li>
  )
}

/** The next run of each schedule. */
export function SchedulesCard() {
  const { data } = useQuery({ ...upcomingRunsQuery, refetchInterval: refreshMs })
  return (
    <HomeCard
      title={t.schedules}
      action={
        <Link to="/triggers" className="text-[0.8125rem] font-medium text-accent-ink hover:underline">
          {t.triggers}
        </Link>
      }
    >
      {data !== undefined && data.length === 0 ? (
        <CardNote>{t.noSchedules}</CardNote>
      ) : (
        <ul aria-label={t.schedules} className="divide-y divide-line">
          {data?.map((run) => (
            <li
              key={`${run.workflow_id} ${run.node_id}`}
              className="flex items-center gap-3 px-4 py-2.5 text-[0.8125rem]"
            >
              <span className="w-20 shrink-0 font-mono text-xs text-muted">
                {formatWeekdayTime(run.next_run_at)}
              </span>
              <span className="min-w-0 flex-1">
                <Link
                  to="/workflows/$workflowId/triggers"
                  params={{ workflowId: run.workflow_id }}
                  className="block truncate hover:underline"
                >
                  {run.workflow_name}
                </Link>
                <span className="block truncate text-xs text-muted">
                  <Suspense fallback={'\u00a0'}>
                    <NodeLine
                      node={{
                        id: run.node_id,
                        type: 'schedule',
                        data: run.data as Record<string, JsonValue>,
                      }}
                    />
                  </Suspense>
                </span>
              </span>
              <Badge>
                <RelativeTime value={run.next_run_at} />
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </HomeCard>
  )
}

/** Triggers that somebody paused. The card is shown only if there are any. */
export function PausedTriggersCard() {
  const { data } = useQuery({ ...pausedTriggersQuery, refetchInterval: refreshMs })
  if (data === undefined || data.triggers.length === 0) return null
  return (
    <HomeCard
      className="border-warning/60 bg-warning-soft/45"
      title={
        <>
          <CirclePause aria-hidden="true" className="size-4 text-warning-ink" />
          {pauseTexts.cardTitle}
        </>
      }
      action={
        <Link
          to="/triggers"
          search={{ state: 'paused' }}
          className="text-[0.8125rem] font-medium text-accent-ink hover:underline"
        >
          {pauseTexts.showAll}
        </Link>
      }
    >
      <ul aria-label={pauseTexts.cardTitle} className="divide-y divide-line">
        {data.triggers.map(({ id, workflow_id: workflowId, workflow_name: name, pause }) => (
          <li key={id} className="px-4 py-2.5 text-[0.8125rem]">
            <Link
              to="/workflows/$workflowId/triggers"
              params={{ workflowId }}
              className="block truncate hover:underline"
            >
              {name}
            </Link>
            {pause !== null && (
              <p className="mt-0.5 text-xs text-muted">
                {pauseTexts.pausedSince} {pause.by}, <RelativeTime value={pause.at} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </HomeCard>
  )
}

/** Credentials that a service refused. The card is shown only if there are any. */
export function CredentialsCard() {
  const { data } = useQuery({ ...failingCredentialsQuery, refetchInterval: refreshMs })
  if (data === undefined || data.length === 0) return null
  return (
    <HomeCard
      title={t.credentials}
      action={
        <Link to="/connections" className="text-[0.8125rem] font-medium text-accent-ink hover:underline">
          {t.connections}
        </Link>
      }
    >
      <ul aria-label={t.credentials} className="divide-y divide-line">
        {data.map(({ id, name, last_error: error }) => (
          <li key={id} className="flex gap-3 px-4 py-3">
            <span className="grid size-8 shrink-0 place-items-center rounded-control bg-danger-soft text-danger-ink">
              <KeyRound aria-hidden="true" className="size-4" />
            </span>
            <div className="min-w-0">
              <p className="truncate text-sm">{name}</p>
              <p className="mt-0.5 line-clamp-2 text-xs text-muted">{error?.message ?? t.noError}</p>
            </div>
          </li>
        ))}
      </ul>
    </HomeCard>
  )
}
