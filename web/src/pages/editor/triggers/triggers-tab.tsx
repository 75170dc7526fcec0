import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Zap } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import type { Trigger } from '@millrace/contract/trigger.ts'
import { triggerListQuery, type TriggerOverview } from '../../../api/triggers.ts'
import { triggersQuery, workflowQuery } from '../../../api/workflows.ts'
import { useCan } from '../../../app/use-can.ts'
import { Alert } from '../../../components/alert.tsx'
import { Badge } from '../../../components/badge.tsx'
import { buttonClass } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { Loading, Skeleton } from '../../../components/skeleton.tsx'
import { RelativeTime } from '../../../components/time.tsx'
import { readDocument } from '../../../editor/model/definition.ts'
import { NodeTile } from '../../../graph/cards/node-icon.tsx'
import { type NodeTypes, useNodeTypes } from '../../../graph/node-types.ts'
import type { GraphNode } from '../../../graph/types.ts'
import { formatMoment } from '../../../texts/format.ts'
import * as t from '../../../texts/editor/triggers.ts'
import { PauseControl } from '../../../triggers/pause-control.tsx'
import { LastCalls, PausedMark, ProblemList } from '../../../triggers/trigger-facts.tsx'

/** What starts the workflow: addresses, next runs, and what keeps a trigger inactive. */
export function TriggersTab() {
  const { workflowId } = useParams({ from: '/signed-in/workflows/$workflowId' })
  const triggers = useQuery({ ...triggersQuery(workflowId), refetchInterval: 30_000 })
  const overviews = useInfiniteQuery(triggerListQuery({ workflow_id: workflowId }))
  const overviewOf = (nodeId: string) =>
    overviews.data?.pages.flatMap((page) => page.triggers).find((one) => one.node_id === nodeId)
  const { data: loaded } = useQuery(workflowQuery(workflowId))
  const canEdit = useCan('workflows:write')
  const nodeTypes = useNodeTypes()
  const workflow = loaded?.workflow
  const nodes = useMemo(() => (workflow === undefined ? [] : readDocument(workflow).nodes), [workflow])
  if (triggers.isError && triggers.data === undefined) {
    return (
      <ErrorState
        title={t.loadFailed}
        error={triggers.error}
        onRetry={() => void triggers.refetch()}
        retrying={triggers.isFetching}
      />
    )
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-3xl space-y-4 px-4 py-6 sm:px-6">
        <header className="space-y-1">
          <h2 className="text-xl font-semibold">{t.title}</h2>
          <p className="text-sm text-muted">{t.intro}</p>
        </header>
        {workflow?.status === 'draft' && <Alert>{t.notPublished}</Alert>}
        {workflow?.draft?.changed === true && <Alert>{t.liveOnly}</Alert>}
        {triggers.data === undefined || nodeTypes === undefined ? (
          <Loading label={t.loading} className="space-y-3">
            <Skeleton className="h-28" />
            <Skeleton className="h-28" />
          </Loading>
        ) : triggers.data.length === 0 ? (
          <Card>
            <EmptyState
              icon={Zap}
              title={t.none}
              topic="triggers"
              action={
                <Link
                  to="/workflows/$workflowId"
                  params={{ workflowId }}
                  className={buttonClass('secondary')}
                >
                  {t.openEditor}
                </Link>
              }
            >
              {canEdit ? t.noneNote : t.viewerNoneNote}
            </EmptyState>
          </Card>
        ) : (
          triggers.data.map((trigger) => (
            <TriggerCard
              key={trigger.node_id}
              workflowId={workflowId}
              trigger={trigger}
              node={
                nodes.find(({ id }) => id === trigger.node_id) ?? { id: trigger.node_id, type: trigger.kind }
              }
              nodeTypes={nodeTypes}
              overview={overviewOf(trigger.node_id)}
            />
          ))
        )}
      </div>
    </div>
  )
}

interface TriggerCardProps {
  workflowId: string
  trigger: Trigger
  node: GraphNode
  nodeTypes: NodeTypes
  /** What it started last; undefined while it loads, and for nodes that are not live. */
  overview: TriggerOverview | undefined
}

function TriggerCard({ workflowId, trigger, node, nodeTypes, overview }: TriggerCardProps) {
  const { active, problem, url, test_url: testUrl, next_runs: nextRuns } = trigger
  const name = nodeTypes.nameOf(node)
  const canEdit = useCan('workflows:write')
  return (
    <Card>
      <div className="flex items-center gap-3 px-4 py-3">
        <NodeTile type={node.type} family="trigger" icon={nodeTypes.find(node.type)?.icon} />
        <div className="min-w-0 flex-1">
          <h3 className="truncate text-sm font-semibold">{name}</h3>
          <p className="truncate text-[0.8125rem] text-muted">{nodeTypes.lineOf(node)}</p>
        </div>
        {overview?.state === 'paused' ? null : problem !== null ? (
          <Badge tone="danger">{t.problem}</Badge>
        ) : (
          <Badge tone={active ? 'success' : 'neutral'}>{active ? t.active : t.inactive}</Badge>
        )}
        <Link
          to="/workflows/$workflowId"
          params={{ workflowId }}
          search={{ node: node.id } as never}
          aria-label={canEdit ? t.editLabel(name) : t.showLabel(name)}
          className={buttonClass('secondary', 'sm')}
        >
          {canEdit ? t.edit : t.show}
        </Link>
      </div>
      {problem !== null && (
        <div className="px-4 pb-3">
          <Alert tone="danger">{problem}</Alert>
        </div>
      )}
      {overview !== undefined && (
        <div className="flex items-start justify-between gap-3 px-4 pb-3">
          <div className="min-w-0 space-y-1.5">
            {overview.pause !== null && <PausedMark pause={overview.pause} />}
            <LastCalls trigger={overview} />
            <ProblemList trigger={{ ...overview, problems: overview.problems.filter(isNews) }} />
          </div>
          {canEdit && overview.state !== 'inactive' && (
            <PauseControl trigger={overview} name={overview.workflow_name} subject={name} />
          )}
        </div>
      )}
      {(url !== undefined || testUrl !== undefined || nextRuns !== undefined) && (
        <dl className="space-y-3 border-t border-line px-4 py-3 text-[0.8125rem]">
          {url !== undefined && (
            <Entry label={t.url}>
              <Address url={url} name={t.url} />
            </Entry>
          )}
          {testUrl !== undefined && (
            <Entry label={t.testUrl} hint={t.testUrlNote}>
              <Address url={testUrl} name={t.testUrl} />
            </Entry>
          )}
          {nextRuns !== undefined && (
            <Entry label={t.nextRuns}>
              {nextRuns.length === 0 ? (
                <span className="text-muted">{t.noRuns}</span>
              ) : (
                <ol className="space-y-1">
                  {nextRuns.map((time) => (
                    <li key={time} className="flex flex-wrap gap-x-2">
                      <span className="tabular-nums">{formatMoment(time)}</span>
                      <span className="text-muted">
                        <RelativeTime value={time} />
                      </span>
                    </li>
                  ))}
                </ol>
              )}
            </Entry>
          )}
        </dl>
      )}
    </Card>
  )
}

/** The card and the page say by themselves what keeps a trigger inactive. */
function isNews({ code }: TriggerOverview['problems'][number]): boolean {
  return !['not_published', 'invalid', 'form_missing'].includes(code)
}

function Entry({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <div className="grid gap-1 sm:grid-cols-[7rem_1fr] sm:gap-3">
      <dt className="font-medium text-muted">{label}</dt>
      <dd className="min-w-0">
        {children}
        {hint !== undefined && <p className="mt-1 text-xs text-muted">{hint}</p>}
      </dd>
    </div>
  )
}

function Address({ url, name }: { url: string; name: string }) {
  return (
    <span className="flex items-center gap-2">
      <code className="min-w-0 flex-1 rounded-[0.375rem] bg-sunken px-2 py-1.5 font-mono text-xs break-all">
        {url}
      </code>
      <CopyButton text={url} contentName={name} />
    </span>
  )
}
