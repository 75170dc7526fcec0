import { Clock, ExternalLink, Send } from 'lucide-react'
import { useId, useState, type SyntheticEvent } from 'react'
import type { StepOutline } from '@millrace/contract/execution-timeline.ts'
import { useCan } from '../app/use-can.ts'
import { describeError } from '../api/api-error.ts'
import { Button, buttonClass } from '../components/button.tsx'
import { CopyButton } from '../components/copy-button.tsx'
import { RelativeTime } from '../components/time.tsx'
import { useNow } from '../components/use-now.ts'
import { formatMoment } from '../texts/format.ts'
import { formatDuration } from '../texts/duration.ts'
import * as t from '../texts/run/waiting.ts'
import { RunApproval } from '../waits/run-approval.tsx'
import { AppLink } from './app-link.tsx'
import { signalExecution } from './run-api.ts'

interface WaitingCardProps {
  executionId: string
  step: StepOutline
  /** The name of the node. */
  name: string
}

/** What a step waits for, and the buttons that answer. */
export function WaitingCard({ executionId, step, name }: WaitingCardProps) {
  const now = useNow(1_000)
  const canAnswer = useCan('executions:write')
  const { waiting } = step
  if (waiting === null) return null
  const { callback } = waiting.links
  return (
    <section aria-label={t.waitsFor[waiting.for](name)} className="space-y-2 text-[13px]">
      <p className="flex items-start gap-2 font-medium">
        <Clock aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning-ink" />
        {t.waitsFor[waiting.for](name)}
      </p>
      <p className="text-muted">
        {t.since(formatDuration(Math.max(0, now - Date.parse(step.started_at))))}
        {waiting.until !== null && (
          <>
            {' · '}
            <span title={formatMoment(waiting.until)}>
              {waiting.for === 'timer' ? t.continues : t.timesOut} <RelativeTime value={waiting.until} />
            </span>
          </>
        )}
      </p>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {callback !== undefined && <CopyButton text={callback} contentName={t.callbackLink} />}
        {step.child_execution_id !== null && (
          <AppLink href={`/executions/${step.child_execution_id}`} className={buttonClass('secondary', 'sm')}>
            <ExternalLink aria-hidden="true" className="size-4" />
            {t.openRun}
          </AppLink>
        )}
      </div>
      {waiting.for === 'approval' && <RunApproval executionId={executionId} stepKey={step.key} />}
      {canAnswer && waiting.for === 'event' && waiting.event !== null && (
        <EventForm executionId={executionId} event={waiting.event} />
      )}
    </section>
  )
}

function EventForm({ executionId, event }: { executionId: string; event: string }) {
  const [data, setData] = useState('{}')
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle')
  const [problem, setProblem] = useState('')
  const id = useId()
  const send = async (submit: SyntheticEvent) => {
    submit.preventDefault()
    let value: unknown
    try {
      value = JSON.parse(data)
    } catch {
      return setProblem(t.invalidJson)
    }
    setProblem('')
    setState('busy')
    try {
      await signalExecution(executionId, { event, data: value })
      setState('sent')
    } catch (error) {
      setProblem(describeError(error))
      setState('idle')
    }
  }
  return (
    <form onSubmit={(submit) => void send(submit)} className="space-y-2">
      <label htmlFor={id} className="block text-xs font-medium text-muted">
        {t.eventData(event)}
      </label>
      <textarea
        id={id}
        rows={3}
        value={data}
        spellCheck={false}
        aria-invalid={problem !== ''}
        aria-describedby={problem === '' ? undefined : `${id}-problem`}
        onChange={(change) => setData(change.target.value)}
        className="w-full rounded-control border border-line-strong/60 bg-surface p-2 font-mono text-xs"
      />
      {problem !== '' && (
        <p id={`${id}-problem`} role="alert" className="text-xs text-danger-ink">
          {problem}
        </p>
      )}
      <Button type="submit" size="sm" busy={state === 'busy'} inactive={state === 'sent'}>
        <Send aria-hidden="true" className="size-4" />
        {state === 'sent' ? t.eventSent : t.sendEvent}
      </Button>
    </form>
  )
}
