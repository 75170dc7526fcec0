import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { RetryPreview, RetryRequest } from '@millrace/contract/execution-control.ts'
import type { ExecutionOverview } from '@millrace/contract/execution-list.ts'
import { describeError } from '../api/api-error.ts'
import { Alert } from '../components/alert.tsx'
import { Button, buttonClass } from '../components/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../components/dialog.tsx'
import { Select } from '../components/input/select.tsx'
import { Loading, Skeleton } from '../components/skeleton.tsx'
import * as common from '../texts/common.ts'
import * as t from '../texts/run/resume.ts'
import { AppLink } from './app-link.tsx'
import { previewRetry, retryExecution } from './run-api.ts'

type Version = NonNullable<RetryRequest['version']>

interface ResumeDialogProps {
  execution: ExecutionOverview
  /** `failed`, `start`, or a node. */
  initialFrom: string
  nameOf: (nodeId: string) => string
  /** Where to fix the cause first. */
  editorHref: string | undefined
  onClose: () => void
  onStarted: (executionId: string) => void
}

/** Shows which results a retry keeps and what it runs, before it starts. */
export function ResumeDialog({
  execution,
  initialFrom,
  nameOf,
  editorHref,
  onClose,
  onStarted,
}: ResumeDialogProps) {
  const [from, setFrom] = useState(initialFrom)
  const [version, setVersion] = useState<Version>(execution.is_test ? 'draft' : 'original')
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const ids = useId()
  const body: RetryRequest = { from, version }
  const preview = useQuery({
    queryKey: ['retry-preview', execution.id, from, version],
    queryFn: ({ signal }) => previewRetry(execution.id, body, signal),
    staleTime: 0,
    retry: false,
  })
  const retry = useMutation({
    mutationFn: () => retryExecution(execution.id, body, `${idempotencyKey}-${from}-${version}`),
    onSuccess: ({ execution_id: id }) => onStarted(id),
  })
  const isAgain = initialFrom === 'start'
  const starts = [
    ...(execution.status === 'failed' ? [{ value: 'failed', label: t.fromFailed }] : []),
    { value: 'start', label: t.fromStart },
    ...(initialFrom === 'failed' || initialFrom === 'start'
      ? []
      : [{ value: initialFrom, label: t.fromNode(nameOf(initialFrom)) }]),
  ]
  const versions: { value: Version; label: string }[] = [
    { value: 'original', label: t.original(execution.version_number) },
    { value: 'current', label: t.current },
    { value: 'draft', label: t.draft },
  ]
  return (
    <Dialog
      open
      size="lg"
      title={isAgain ? t.runAgainTitle : t.title}
      description={t.description}
      onDismiss={() => !retry.isPending && onClose()}
    >
      <DialogBody>
        <div className="grid gap-4 sm:grid-cols-2">
          <div className="space-y-1.5">
            <label htmlFor={`${ids}-from`} className="block text-[13px] font-medium">
              {t.from}
            </label>
            <Select id={`${ids}-from`} value={from} onChange={setFrom} options={starts} />
          </div>
          <div className="space-y-1.5">
            <label htmlFor={`${ids}-version`} className="block text-[13px] font-medium">
              {t.version}
            </label>
            <Select id={`${ids}-version`} value={version} onChange={setVersion} options={versions} />
          </div>
        </div>
        {version === 'draft' && <p className="text-[13px] text-muted">{t.draftNote}</p>}
        {retry.error !== null && (
          <Alert tone="danger" live title={t.failed}>
            {describeError(retry.error)}
          </Alert>
        )}
        {preview.data !== undefined ? (
          <Preview preview={preview.data} nameOf={nameOf} />
        ) : preview.error !== null ? (
          <Alert tone="danger" live title={t.previewFailed}>
            {describeError(preview.error)}
          </Alert>
        ) : (
          <Loading label={t.loading} className="space-y-3">
            <Skeleton className="h-4 w-1/3" />
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-4 w-1/2" />
          </Loading>
        )}
      </DialogBody>
      <DialogFooter>
        {editorHref !== undefined && !isAgain && (
          <AppLink
            href={editorHref}
            className={buttonClass('ghost', 'md', 'max-sm:col-span-2 max-sm:row-start-2 sm:mr-auto sm:-ml-4')}
          >
            {t.editFirst}
          </AppLink>
        )}
        <Button variant="secondary" inactive={retry.isPending} onClick={onClose}>
          {common.cancel}
        </Button>
        <Button busy={retry.isPending} inactive={preview.data === undefined} onClick={() => retry.mutate()}>
          {isAgain ? t.confirmAgain : t.confirm}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function Preview({ preview, nameOf }: { preview: RetryPreview; nameOf: (nodeId: string) => string }) {
  return (
    <div className="space-y-4 text-[13px]">
      <p className="font-medium">{t.willRunOn(preview.version_number)}</p>
      <NodeGroup title={t.kept} note={t.keptNote} tone="bg-success" nodes={preview.kept} nameOf={nameOf} />
      <NodeGroup
        title={t.repeated}
        note={t.repeatedNote}
        tone="bg-warning"
        nodes={preview.repeated}
        nameOf={nameOf}
      />
      <NodeGroup title={t.fresh} note={t.freshNote} tone="bg-accent" nodes={preview.new} nameOf={nameOf} />
    </div>
  )
}

const SHOWN_NODES = 24

interface NodeGroupProps {
  title: string
  note: string
  tone: string
  nodes: RetryPreview['kept']
  nameOf: (nodeId: string) => string
}

function NodeGroup({ title, note, tone, nodes, nameOf }: NodeGroupProps) {
  return (
    <section className="grid gap-x-4 gap-y-1.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <div>
        <h3 className="flex items-center gap-2 font-medium">
          <span aria-hidden="true" className={`size-2 rounded-full ${tone}`} />
          {title}
        </h3>
        {nodes.length > 0 && <p className="pl-4 text-xs text-muted">{note}</p>}
      </div>
      {nodes.length === 0 ? (
        <p className="text-muted">{t.none}</p>
      ) : (
        <ul className="flex flex-wrap content-start gap-1.5">
          {nodes.slice(0, SHOWN_NODES).map(({ node_id: id, steps }) => (
            <li key={id} className="rounded-md bg-sunken px-2 py-0.5">
              {t.node(nameOf(id), steps)}
            </li>
          ))}
          {nodes.length > SHOWN_NODES && (
            <li className="px-1 py-0.5 text-muted">{t.more(nodes.length - SHOWN_NODES)}</li>
          )}
        </ul>
      )}
    </section>
  )
}
