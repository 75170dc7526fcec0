import { useId, useState, type FormEvent } from 'react'
import { describeError } from '../../api/api-error.ts'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { controlClass } from '../../components/input/control.ts'
import { Select } from '../../components/input/select.tsx'
import * as common from '../../texts/common.ts'
import * as t from '../../texts/webhooks/detail.ts'
import type { RedeliveryProgress, RedeliveryRange } from './use-redelivery.ts'

interface RedeliverDialogProps {
  progress: RedeliveryProgress | undefined
  onStart: (range: RedeliveryRange) => void
  onStop: () => void
  onClose: () => void
}

const DAY_MS = 86_400_000

/** Chooses a time range, then shows the progress with a way to stop. */
export function RedeliverDialog({ progress, onStart, onStop, onClose }: RedeliverDialogProps) {
  const formId = useId()
  const [from, setFrom] = useState(() => toLocal(Date.now() - DAY_MS))
  const [to, setTo] = useState(() => toLocal(Date.now()))
  const [status, setStatus] = useState<RedeliveryRange['status']>('failed')
  const [wasSent, setWasSent] = useState(false)
  const fromError = wasSent && from === '' ? t.fromRequired : undefined
  const toError = wasSent && to !== '' && from !== '' && to < from ? t.rangeBackwards : undefined
  const isRunning = progress?.state === 'running'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWasSent(true)
    if (from === '' || (to !== '' && to < from)) return
    // The end of a minute that is typed without seconds.
    const end = to === '' ? new Date() : new Date(new Date(to).getTime() + 59_999)
    onStart({ from: new Date(from).toISOString(), to: end.toISOString(), status })
  }
  return (
    <Dialog
      open
      onDismiss={(trigger) => trigger !== 'outside' && !isRunning && onClose()}
      closeButton={!isRunning}
      title={t.rangeTitle}
      description={t.rangeNote}
    >
      <DialogBody>
        {progress === undefined ? (
          <form id={formId} noValidate onSubmit={submit} className="space-y-4">
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label={t.from} error={fromError}>
                {(control) => (
                  <input
                    {...control}
                    type="datetime-local"
                    value={from}
                    onChange={(event) => setFrom(event.target.value)}
                    className={controlClass(true)}
                  />
                )}
              </Field>
              <Field label={t.to} error={toError}>
                {(control) => (
                  <input
                    {...control}
                    type="datetime-local"
                    value={to}
                    onChange={(event) => setTo(event.target.value)}
                    className={controlClass(true)}
                  />
                )}
              </Field>
            </div>
            <Field label={t.which}>
              {(control) => (
                <Select
                  {...control}
                  compact
                  value={status}
                  onChange={setStatus}
                  options={[
                    { value: 'failed', label: t.whichNames.failed },
                    { value: 'delivered', label: t.whichNames.delivered },
                  ]}
                />
              )}
            </Field>
          </form>
        ) : (
          <Progress progress={progress} />
        )}
      </DialogBody>
      <DialogFooter>
        {progress === undefined ? (
          <>
            <Button variant="secondary" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" form={formId}>
              {t.start}
            </Button>
          </>
        ) : isRunning ? (
          <Button variant="secondary" onClick={onStop}>
            {t.stop}
          </Button>
        ) : (
          <Button onClick={onClose}>{common.done}</Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}

function Progress({ progress: { done, total, state, error } }: { progress: RedeliveryProgress }) {
  const text =
    state === 'finished'
      ? t.finished(done)
      : state === 'stopped'
        ? t.stopped(done)
        : total === 0
          ? t.starting
          : t.progress(done, total)
  return (
    <div className="space-y-3">
      <output className="block text-sm">{text}</output>
      <progress
        aria-label={t.rangeTitle}
        max={Math.max(1, total)}
        value={state === 'finished' ? Math.max(1, total) : done}
        className="h-1.5 w-full overflow-hidden rounded-full accent-accent"
      />
      {state === 'failed' && (
        <Alert tone="danger" live title={t.redeliverFailed}>
          {describeError(error)}
        </Alert>
      )}
    </div>
  )
}

/** The value of a `datetime-local` field in the time zone of the browser. */
function toLocal(time: number): string {
  const zoneMs = new Date(time).getTimezoneOffset() * 60_000
  return new Date(time - zoneMs).toISOString().slice(0, 16)
}
