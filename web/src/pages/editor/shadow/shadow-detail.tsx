import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type {
  ShadowDifference,
  ShadowOutcome,
  ShadowRun,
  UnansweredRequest,
  ValueChange,
} from '@millrace/contract/workflow-shadow.ts'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { call } from '../../../api/call.ts'
import * as operations from '../../../api/generated/operations.ts'
import { Badge } from '../../../components/badge.tsx'
import { buttonClass } from '../../../components/button.tsx'
import { StatusBadge } from '../../../components/data/status-badge.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { DetailPanel } from '../../../components/panel/detail-panel.tsx'
import { Loading, Skeleton } from '../../../components/skeleton.tsx'
import { ValueDiff } from '../../../editor/diff/value-diff.tsx'
import * as t from '../../../texts/editor/shadow.ts'
import { formatMoment } from '../../../texts/format.ts'
import { describeReason, describeRun, type NameOf } from './describe-run.ts'
import { ResultBadge } from './result-badge.tsx'
import { MessageText } from '../../../components/message-text.tsx'

interface ShadowDetailProps {
  workflowId: string
  run: ShadowRun
  /** What was tried: another working copy has other differences. */
  definition: string
  nameOf: NameOf
  /** Nodes that the editor has. */
  hasNode: (nodeId: string) => boolean
  onClose: () => void
}

/** Before and after of one run, step by step. */
export function ShadowDetail({ workflowId, run, definition, nameOf, hasNode, onClose }: ShadowDetailProps) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['shadow', workflowId, run.execution_id, definition],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const body = { execution_ids: [run.execution_id], data: true }
      const answer = await call(operations.shadowDraft, { params: { id: workflowId }, body, signal })
      return answer.data.runs[0]
    },
  })
  const shown = data ?? run
  const node = (nodeId: string) => (
    <NodeLink workflowId={workflowId} nodeId={nodeId} name={nameOf(nodeId)} exists={hasNode(nodeId)} />
  )
  return (
    <DetailPanel title={t.detail(formatMoment(run.started_at))} closeLabel={t.closeDetail} onClose={onClose}>
      <div className="space-y-5 p-4 text-[0.8125rem]">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <ResultBadge result={shown.result} />
          <Link
            to="/executions/$executionId"
            params={{ executionId: run.execution_id }}
            className={buttonClass('secondary', 'sm')}
          >
            <ExternalLink aria-hidden="true" className="size-4" />
            {t.openRun}
          </Link>
        </div>
        <p>{describeRun(shown, nameOf)}</p>
        {error !== null && (
          <ErrorState
            title={t.detailFailed}
            error={error}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        )}
        {data === undefined && error === null && (
          <Loading label={t.loadingDetail} className="space-y-3">
            <Skeleton className="h-16" />
            <Skeleton className="h-24" />
          </Loading>
        )}
        {data !== undefined && (
          <>
            {data.unanswered.length > 0 && <Unanswered requests={data.unanswered} node={node} />}
            <Outcome run={data} />
            {(data.result !== 'unknown' || data.difference_count > 0) && <Steps run={data} node={node} />}
          </>
        )}
      </div>
    </DetailPanel>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-2">
      <h3 className="text-sm font-semibold">{title}</h3>
      {children}
    </section>
  )
}

function NodeLink(props: { workflowId: string; nodeId: string; name: string; exists: boolean }) {
  const { workflowId, nodeId, name, exists } = props
  if (!exists) return <span className="font-medium">{name}</span>
  return (
    <Link
      to="/workflows/$workflowId"
      params={{ workflowId }}
      search={{ node: nodeId } as never}
      aria-label={t.showNode(name)}
      className="font-medium text-accent-ink underline underline-offset-2"
    >
      {name}
    </Link>
  )
}

type RenderNode = (nodeId: string) => ReactNode

function Unanswered({ requests, node }: { requests: readonly UnansweredRequest[]; node: RenderNode }) {
  return (
    <Section title={t.unanswered}>
      <p className="text-muted">{t.unansweredNote}</p>
      <ul className="divide-y divide-line rounded-control border border-line">
        {requests.map((request) => (
          <li key={`${request.iteration} ${request.node_id}`} className="space-y-0.5 px-3 py-2">
            <p>
              {node(request.node_id)}
              <Iteration path={request.iteration} />
            </p>
            <p className="text-muted">{describeReason(request)}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Iteration({ path }: { path: string | null }) {
  if (path === null) return null
  return <span className="ml-1.5 text-xs text-muted">{t.inIteration(path)}</span>
}

function Outcome({ run }: { run: ShadowRun }) {
  const { before, after, changes } = run
  return (
    <Section title={t.outcome}>
      <dl className="grid gap-2 rounded-control border border-line p-3">
        <End label={t.before} outcome={before} />
        <End label={t.after} outcome={after} />
      </dl>
      {after?.status === 'completed' && before.status === 'completed' && (
        <Output before={before.output} after={after.output} changes={changes} />
      )}
    </Section>
  )
}

function ErrorMessage({ error }: { error: { message: string } }) {
  return (
    <p className="break-words text-danger-ink">
      <MessageText>{error.message}</MessageText>
    </p>
  )
}

function End({ label, outcome }: { label: string; outcome: ShadowOutcome | null }) {
  return (
    <div>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="mt-0.5 space-y-1">
        {outcome === null ? <Badge>{t.unknownEnd}</Badge> : <StatusBadge status={outcome.status} />}
        {outcome?.error != null && <ErrorMessage error={outcome.error} />}
      </dd>
    </div>
  )
}

interface OutputProps {
  before: unknown
  after: unknown
  changes: readonly ValueChange[]
}

/** The whole difference; of outputs that are too large, the first values that differ. */
function Output({ before, after, changes }: OutputProps) {
  if (before !== undefined && after !== undefined) {
    if (changes.length === 0) return <p className="text-muted">{t.sameOutput}</p>
    return <ValueDiff before={before} after={after} />
  }
  return (
    <div className="space-y-2">
      <p className="text-muted">{t.tooLarge}</p>
      <ul className="space-y-1 font-mono text-xs">
        {changes.map((change) => (
          <li key={change.pointer} className="break-words">
            {t.valueChange(change.pointer, change.before ?? t.noValue, change.after ?? t.noValue)}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Steps({ run, node }: { run: ShadowRun; node: RenderNode }) {
  const { differences, difference_count: total } = run
  const rest = total - differences.length
  return (
    <Section title={t.steps}>
      {differences.length === 0 && <p className="text-muted">{t.noSteps}</p>}
      <ol className="space-y-3">
        {differences.map((difference) => (
          <li key={`${difference.iteration} ${difference.node_id}`}>
            <StepDifference difference={difference} node={node} />
          </li>
        ))}
      </ol>
      {rest > 0 && <p className="text-muted">{t.moreSteps(rest)}</p>}
    </Section>
  )
}

function StepDifference({ difference, node }: { difference: ShadowDifference; node: RenderNode }) {
  const { before, after, changes, node_id: nodeId, iteration } = difference
  const name = before === null ? t.added : after === null ? t.removed : t.changed
  const hasMoved = before !== null && after !== null && before.handle !== after.handle
  return (
    <div className="space-y-2 rounded-control border border-line p-3">
      <div className="flex items-center justify-between gap-2">
        <p className="min-w-0 truncate">
          {node(nodeId)}
          <Iteration path={iteration} />
        </p>
        <Badge tone={before === null ? 'accent' : 'warning'}>{name}</Badge>
      </div>
      {hasMoved && (
        <p className="text-muted">{t.handle(before.handle ?? t.nowhere, after.handle ?? t.nowhere)}</p>
      )}
      {after?.error != null && <ErrorMessage error={after.error} />}
      {before === null || after === null ? (
        <ValueDiff before={before?.output} after={after?.output} />
      ) : (
        changes.length > 0 && <Output before={before.output} after={after.output} changes={changes} />
      )}
    </div>
  )
}
