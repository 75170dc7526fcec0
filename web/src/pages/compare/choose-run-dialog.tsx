import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import * as operations from '../../api/generated/operations.ts'
import { executionKeys, type ExecutionOverview } from '../../api/executions.ts'
import { Badge } from '../../components/badge.tsx'
import { StatusBadge } from '../../components/data/status-badge.tsx'
import { Dialog, DialogBody } from '../../components/dialog.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { Loading, Skeleton } from '../../components/skeleton.tsx'
import { RelativeTime } from '../../components/time.tsx'
import * as t from '../../texts/compare.ts'
import * as run from '../../texts/run/page.ts'
import { shortId } from '../../texts/run/run-names.ts'

interface ChooseRunDialogProps {
  /** The run that stays. */
  execution: Pick<ExecutionOverview, 'id' | 'workflow_id' | 'retry_of'>
  onChoose: (id: string) => void
  onClose: () => void
}

/** The newest runs of the same workflow, to choose one from. */
export function ChooseRunDialog({ execution, onChoose, onClose }: ChooseRunDialogProps) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...executionKeys.lists, 'of-workflow', execution.workflow_id],
    queryFn: async ({ signal }) => {
      const query = { workflow_id: execution.workflow_id, limit: 50 }
      return (await call(operations.listAllExecutions, { query, signal })).data
    },
    staleTime: 0,
  })
  const others = data?.filter(({ id }) => id !== execution.id)
  return (
    <Dialog open onDismiss={onClose} title={t.chooseTitle} description={t.chooseNote(shortId(execution.id))}>
      <DialogBody>
        {others === undefined ? (
          error === null ? (
            <Loading label={t.loadingRuns} className="space-y-3">
              <Skeleton className="h-8 w-full" />
              <Skeleton className="h-8 w-full" />
            </Loading>
          ) : (
            <ErrorState
              title={t.runsFailed}
              error={error}
              retrying={isFetching}
              onRetry={() => void refetch()}
            />
          )
        ) : others.length === 0 ? (
          <p className="text-sm text-muted">{t.chooseEmpty}</p>
        ) : (
          <ul className="-mx-2">
            {others.map((other) => (
              <li key={other.id}>
                <button
                  type="button"
                  onClick={() => onChoose(other.id)}
                  className="flex min-h-10 w-full flex-wrap items-center gap-x-3 gap-y-1 rounded-control px-2 py-1.5 text-left text-[0.8125rem] hover:bg-hover"
                >
                  <StatusBadge status={other.status} />
                  <span className="font-mono text-xs">{shortId(other.id)}</span>
                  <span className="text-muted">
                    {other.version_number === null ? run.workingCopy : run.version(other.version_number)}
                  </span>
                  {other.id === execution.retry_of && <Badge>{t.original}</Badge>}
                  <span className="ml-auto text-muted">
                    <RelativeTime value={other.started_at} />
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </DialogBody>
    </Dialog>
  )
}
