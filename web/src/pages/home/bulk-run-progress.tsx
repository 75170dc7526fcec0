import { Link } from '@tanstack/react-router'
import type { BulkRun } from '../../api/home.ts'
import { Button } from '../../components/button.tsx'
import { Spinner } from '../../components/spinner.tsx'
import * as t from '../../texts/home/failures.ts'

interface BulkRunProgressProps {
  run: BulkRun
  /** What is resumed. */
  name: string
  onStop?: () => void
}

/** How far a bulk run is, or how it ended. */
export function BulkRunProgress({ run, name, onStop }: BulkRunProgressProps) {
  const { status, total, started, completed, failed, skipped } = run
  const isActive = run.ended_at === null
  const share = total === 0 ? 1 : (started + skipped) / total
  return (
    <div className="mt-2 rounded-control bg-sunken px-3 py-2 text-[0.8125rem]">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {isActive && <Spinner className="size-4" />}
        <output className="min-w-0 flex-1 tabular-nums">
          {describe(run)}
          {started > 1 && <span className="text-muted"> · {t.completed(completed)}</span>}
          {failed > 0 && status !== 'trial_failed' && (
            <span className="text-danger-ink"> · {t.failedAgain(failed)}</span>
          )}
          {skipped > 0 && <span className="text-muted"> · {t.skipped(skipped)}</span>}
        </output>
        {status === 'trial_failed' && run.trial_execution_id !== null && (
          <Link
            to="/executions/$executionId"
            params={{ executionId: run.trial_execution_id }}
            className="font-medium text-accent-ink underline underline-offset-2"
          >
            {t.openTrial}
          </Link>
        )}
        {onStop !== undefined && (
          <Button variant="secondary" size="sm" aria-label={t.stopNamed(name)} onClick={onStop}>
            {t.stop}
          </Button>
        )}
      </div>
      {isActive && (
        <div
          role="progressbar"
          aria-label={name}
          aria-valuemin={0}
          aria-valuemax={total}
          aria-valuenow={started + skipped}
          className="mt-2 h-1 overflow-hidden rounded-full bg-line"
        >
          <div
            className="h-full origin-left bg-accent transition-transform duration-150"
            style={{ transform: `scaleX(${share})` }}
          />
        </div>
      )}
    </div>
  )
}

function describe({ status, total, started, message }: BulkRun): string {
  switch (status) {
    case 'trying':
      return t.trying
    case 'running':
      return t.resuming(started, total)
    case 'trial_failed':
      return message === null ? t.trialFailed : `${t.trialFailed}: ${message}`
    case 'stopped':
      return t.stopped(started, total)
    case 'completed':
      return t.done(started)
  }
}
