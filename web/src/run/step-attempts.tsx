import { CircleCheck, CircleX, LoaderCircle } from 'lucide-react'
import type { StepOutline } from '@millrace/contract/execution-timeline.ts'
import { formatClock } from '../texts/format.ts'
import { formatDuration } from '../texts/duration.ts'
import * as t from '../texts/run/step.ts'
import { MessageText } from '../components/message-text.tsx'

/** The attempts of a step, with their errors and the pauses between them. */
export function StepAttempts({ step }: { step: StepOutline }) {
  const last = step.attempts
  return (
    <ol className="min-h-0 flex-1 space-y-3 overflow-y-auto p-4 text-[13px]">
      {step.retries.map((retry) => (
        <li key={retry.attempt} className="flex gap-2.5">
          <CircleX aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger-ink" />
          <div className="min-w-0 flex-1">
            <p>
              <span className="font-medium">{t.attempt(retry.attempt)}</span>{' '}
              <span className="text-muted">
                {t.attemptFailed(formatClock(retry.ended_at))} ·{' '}
                {t.nextAttempt(
                  formatDuration(Math.max(0, Date.parse(retry.next_at) - Date.parse(retry.ended_at))),
                )}
              </span>
            </p>
            <ErrorText code={retry.error.code} message={retry.error.message} />
          </div>
        </li>
      ))}
      {step.status !== 'retrying' && (
        <li className="flex gap-2.5">
          {step.error !== null ? (
            <CircleX aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger-ink" />
          ) : step.ended_at === null ? (
            <LoaderCircle aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent-ink" />
          ) : (
            <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-success-ink" />
          )}
          <div className="min-w-0 flex-1">
            <p>
              <span className="font-medium">{t.attempt(Math.max(1, last))}</span>{' '}
              <span className="text-muted">
                {step.error !== null ? t.failed : step.ended_at === null ? t.running : t.succeeded}
                {step.handle !== null && ` · ${t.handle(step.handle)}`}
              </span>
            </p>
            {step.error !== null && <ErrorText code={step.error.code} message={step.error.message} />}
          </div>
        </li>
      )}
    </ol>
  )
}

function ErrorText({ code, message }: { code: string; message: string }) {
  return (
    <div className="mt-1.5 rounded-control border border-danger/30 bg-danger-soft px-3 py-2">
      <code className="text-xs text-danger-ink">{code}</code>
      <p className="mt-0.5 break-words whitespace-pre-wrap">
        <MessageText>{message}</MessageText>
      </p>
    </div>
  )
}
