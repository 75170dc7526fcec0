import { X } from 'lucide-react'
import type { BulkRun } from '../../../api/bulk-runs.ts'
import { Button } from '../../../components/button.tsx'
import { IconButton } from '../../../components/icon-button.tsx'
import { Spinner } from '../../../components/spinner.tsx'
import * as t from '../../../texts/bulk-runs.ts'

interface BulkProgressProps {
  runs: readonly BulkRun[]
  canStop: boolean
  onStop: (run: BulkRun) => void
  onDismiss: (run: BulkRun) => void
}

/** How far bulk runs are, or how they ended. */
export function BulkProgress({ runs, canStop, onStop, onDismiss }: BulkProgressProps) {
  return (
    <ul aria-label={t.progress} className="shrink-0 border-b border-line bg-sunken/60 px-(--gutter)">
      {runs.map((run) => (
        <li key={run.id} className="py-2 text-[0.8125rem] not-first:border-t not-first:border-line">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {run.ended_at === null && <Spinner className="size-4" />}
            <output className="min-w-0 flex-1 tabular-nums">
              {describe(run)}
              {run.completed > 0 && <span className="text-muted"> · {t.completed(run.completed)}</span>}
              {run.failed > 0 && <span className="text-danger-ink"> · {t.failed(run.failed)}</span>}
              {run.skipped > 0 && <span className="text-muted"> · {t.skipped(run.skipped)}</span>}
            </output>
            {run.ended_at === null ? (
              canStop && (
                <Button variant="secondary" size="sm" onClick={() => onStop(run)}>
                  {t.stop}
                </Button>
              )
            ) : (
              <IconButton icon={X} label={t.dismiss} onClick={() => onDismiss(run)} />
            )}
          </div>
          {run.ended_at === null && <Bar run={run} />}
          {run.ended_at !== null && run.skip_reasons.length > 0 && (
            <ul aria-label={t.reasons} className="mt-0.5 space-y-0.5 text-xs text-muted">
              {run.skip_reasons.map(({ message, count }) => (
                <li key={message}>{t.reason(count, message)}</li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  )
}

function Bar({ run: { kind, total, started, skipped } }: { run: BulkRun }) {
  return (
    <div
      role="progressbar"
      aria-label={t.progressOf[kind]}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={started + skipped}
      className="mt-2 h-1 overflow-hidden rounded-full bg-line"
    >
      <div
        className="h-full origin-left bg-accent transition-transform duration-150"
        style={{ transform: `scaleX(${total === 0 ? 1 : (started + skipped) / total})` }}
      />
    </div>
  )
}

function describe({ kind, status, started, total, skipped }: BulkRun): string {
  const eligible = total - skipped
  if (status === 'running' || status === 'trying') return t.doing[kind](started, eligible)
  return status === 'stopped' ? t.stopped[kind](started, eligible) : t.done[kind](started)
}
