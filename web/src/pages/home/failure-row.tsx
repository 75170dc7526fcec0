import { Link, useNavigate } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import type { Failure } from '../../api/home.ts'
import { Button, buttonClass } from '../../components/button.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { Menu, MenuItem } from '../../components/menu.tsx'
import { RelativeTime } from '../../components/time.tsx'
import * as t from '../../texts/home/failures.ts'
import { BulkRunProgress } from './bulk-run-progress.tsx'
import type { FailureActions } from './use-failure-actions.ts'
import { MessageText } from '../../components/message-text.tsx'

interface FailureRowProps {
  failure: Failure
  actions: FailureActions
  canResume: boolean
  onResume: () => void
}

const DAY_HOURS = 24
const WEEK_HOURS = 7 * DAY_HOURS

/** One cause of failed runs, with what to do about it. */
export function FailureRow({ failure, actions, canResume, onResume }: FailureRowProps) {
  const navigate = useNavigate()
  const { message, workflow_id: workflowId, node_id: nodeId, bulk_run: bulkRun, samples } = failure
  const isActive = bulkRun !== null && bulkRun.ended_at === null
  const [sample] = samples
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="truncate text-sm font-medium" title={message}>
            <MessageText>{message}</MessageText>
          </p>
          <p className="mt-0.5 flex flex-wrap gap-x-1.5 text-xs text-muted">
            <Link
              to="/workflows/$workflowId"
              params={{ workflowId }}
              className="underline decoration-line-strong underline-offset-2 hover:text-ink"
            >
              {failure.workflow_name}
            </Link>
            <span aria-hidden="true">·</span>
            <span className="max-w-48 truncate">{nodeId ?? t.wholeRun}</span>
            <span aria-hidden="true">·</span>
            <span>{t.runs(failure.count)}</span>
            <span aria-hidden="true">·</span>
            <span>
              {t.last} <RelativeTime value={failure.last_seen_at} />
            </span>
            {failure.ignored !== null && (
              <>
                <span aria-hidden="true">·</span>
                <span>
                  {failure.ignored.until === null ? (
                    t.ignoredSince(failure.ignored.version_number)
                  ) : (
                    <>
                      {t.ignoredFor} <RelativeTime value={failure.ignored.until} />
                    </>
                  )}
                </span>
              </>
            )}
          </p>
        </div>
        <Trend counts={failure.trend} />
        <div className="flex items-center gap-2 max-sm:w-full">
          {sample !== undefined && (
            <Link
              to="/executions/$executionId"
              params={{ executionId: sample }}
              aria-label={t.openNamed(message)}
              className={buttonClass('secondary', 'sm')}
            >
              {t.open}
            </Link>
          )}
          {canResume && !isActive && failure.ignored === null && (
            <Button
              variant="secondary"
              size="sm"
              aria-label={t.resumeNamed(message)}
              onClick={onResume}
              className="max-sm:flex-1"
            >
              {t.resume}
            </Button>
          )}
          <Menu portal align="end" trigger={<IconButton icon={Ellipsis} label={t.more(message)} />}>
            <MenuItem
              onSelect={() =>
                void navigate({
                  to: '/workflows/$workflowId',
                  params: { workflowId },
                  search: {
                    ...(nodeId !== null && { node: nodeId }),
                    ...(sample !== undefined && { run: sample }),
                  } as never,
                })
              }
            >
              {t.fix}
            </MenuItem>
            <MenuItem
              onSelect={() =>
                void navigate({
                  to: '/executions',
                  search: { workflow_id: workflowId, error_code: failure.code, status: 'failed' },
                })
              }
            >
              {t.allRuns}
            </MenuItem>
            {canResume &&
              (failure.ignored === null ? (
                <>
                  <MenuItem onSelect={() => void actions.ignore(failure)}>{t.ignoreVersion}</MenuItem>
                  <MenuItem onSelect={() => void actions.ignore(failure, DAY_HOURS)}>{t.ignoreDay}</MenuItem>
                  <MenuItem onSelect={() => void actions.ignore(failure, WEEK_HOURS)}>
                    {t.ignoreWeek}
                  </MenuItem>
                </>
              ) : (
                <MenuItem onSelect={() => void actions.stopIgnoring(failure)}>{t.stopIgnoring}</MenuItem>
              ))}
          </Menu>
        </div>
      </div>
      {bulkRun !== null && (
        <BulkRunProgress
          run={bulkRun}
          name={message}
          {...(canResume && isActive && { onStop: () => void actions.stop(bulkRun) })}
        />
      )}
    </li>
  )
}

const barWidth = 3
const gap = 1.5
const height = 16

function Trend({ counts }: { counts: readonly number[] }) {
  const most = Math.max(1, ...counts)
  const width = counts.length * (barWidth + gap) - gap
  return (
    <svg
      role="img"
      aria-label={t.trend(counts)}
      viewBox={`0 0 ${width} ${height}`}
      className="shrink-0 max-sm:hidden"
      style={{ width, height }}
    >
      {counts.map((count, index) => {
        const bar = count === 0 ? 1.5 : 3 + (count / most) * (height - 3)
        return (
          <rect
            // oxlint-disable-next-line react/no-array-index-key -- the position is the part of the period
            key={index}
            x={index * (barWidth + gap)}
            y={height - bar}
            width={barWidth}
            height={bar}
            rx={1}
            className={count === 0 ? 'fill-line' : 'fill-danger'}
          />
        )
      })}
    </svg>
  )
}
