import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { MAX_BULK_RUN } from '@millrace/contract/limits.ts'
import { describeError } from '../../../api/api-error.ts'
import {
  type BulkRun,
  type BulkRunKind,
  createBulkRun,
  type ExecutionCount,
  executionCountQuery,
} from '../../../api/bulk-runs.ts'
import type { ExecutionFilters, ExecutionOverview } from '../../../api/executions.ts'
import { Alert } from '../../../components/alert.tsx'
import { Button } from '../../../components/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../../components/dialog.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { Select } from '../../../components/input/select.tsx'
import { Loading, Skeleton } from '../../../components/skeleton.tsx'
import * as t from '../../../texts/bulk-runs.ts'

/** Which executions: chosen by hand, or all that match a filter. */
export type BulkChoice = { runs: readonly ExecutionOverview[] } | { filter: ExecutionFilters }

interface BulkDialogProps {
  kind: BulkRunKind
  choice: BulkChoice
  onClose: () => void
  onStarted: (run: BulkRun) => void
}

/** Says how many executions are cancelled or resumed and what happens, before it does. */
export function BulkDialog({ kind, choice, onClose, onStarted }: BulkDialogProps) {
  const ids = useId()
  const filter = 'filter' in choice ? choice.filter : undefined
  const counted = useQuery({ ...executionCountQuery(filter ?? {}), enabled: filter !== undefined })
  const [version, setVersion] = useState<'current' | 'original'>('current')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  // One dialog is one bulk run, however often its button is pressed after a lost connection.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const plan = 'runs' in choice ? planOf(kind, choice.runs) : counted.data && planOfCount(kind, counted.data)

  const start = async () => {
    setBusy(true)
    setError(undefined)
    const chosen =
      'runs' in choice ? { execution_ids: choice.runs.map(({ id }) => id) } : { filter: choice.filter }
    try {
      onStarted(
        await createBulkRun({ kind, ...chosen, ...(kind === 'resume' && { version }) }, idempotencyKey),
      )
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  const isEmpty = plan?.eligible === 0
  return (
    <Dialog
      open
      role="alertdialog"
      closeButton={false}
      onDismiss={() => !busy && onClose()}
      title={
        plan === undefined ? t.confirm[kind] : isEmpty ? t.emptyTitles[kind] : t.titles[kind](plan.eligible)
      }
    >
      <DialogBody>
        {error !== undefined && (
          <Alert tone="danger" live title={t.createFailed[kind]}>
            {describeError(error)}
          </Alert>
        )}
        {plan === undefined ? (
          counted.error === null ? (
            <Loading label={t.counting} className="space-y-2">
              <Skeleton className="h-4 w-full" />
              <Skeleton className="h-4 w-2/3" />
            </Loading>
          ) : (
            <ErrorState
              title={t.countFailed}
              error={counted.error}
              retrying={counted.isFetching}
              onRetry={() => void counted.refetch()}
            />
          )
        ) : (
          <div className="space-y-3 text-sm">
            <p>{isEmpty ? t.emptyNotes[kind] : t.notes[kind]}</p>
            {plan.isPartial && <p>{t.tooMany(MAX_BULK_RUN)}</p>}
            {plan.skipped > 0 && <p className="text-muted">{t.skippedUpFront[kind](plan.skipped)}</p>}
            {kind === 'resume' && !isEmpty && (
              <>
                <p className="text-muted">{t.skippedLater}</p>
                <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 pt-1">
                  <label htmlFor={`${ids}-version`} className="font-medium">
                    {t.version}
                  </label>
                  <Select
                    id={`${ids}-version`}
                    compact
                    value={version}
                    onChange={(next) => setVersion(next === 'original' ? next : 'current')}
                    options={(['current', 'original'] as const).map((value) => ({
                      value,
                      label: t.versions[value],
                    }))}
                    className="min-w-56 flex-1"
                  />
                </div>
              </>
            )}
          </div>
        )}
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" inactive={busy} onClick={onClose}>
          {t.keep}
        </Button>
        <Button
          variant={kind === 'cancel' ? 'danger' : 'primary'}
          busy={busy}
          inactive={plan === undefined || isEmpty}
          onClick={() => void start()}
        >
          {t.confirm[kind]}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

interface Plan {
  eligible: number
  skipped: number
  /** Whether more match than one bulk run takes. */
  isPartial: boolean
}

/** What the list knows. The server decides, and counts what it skips. */
function planOf(kind: BulkRunKind, runs: readonly ExecutionOverview[]): Plan {
  const eligible = runs.filter(({ status, is_test: isTest }) =>
    kind === 'cancel' ? status === 'running' || status === 'pending' : status === 'failed' && !isTest,
  ).length
  return { eligible, skipped: runs.length - eligible, isPartial: false }
}

function planOfCount(kind: BulkRunKind, { pending, running, completed, failed }: ExecutionCount): Plan {
  const open = pending + running
  const matching = kind === 'cancel' ? open : failed
  const skipped = completed + (kind === 'cancel' ? failed : open)
  return { eligible: Math.min(matching, MAX_BULK_RUN), skipped, isPartial: matching >= MAX_BULK_RUN }
}
