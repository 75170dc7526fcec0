import { Suspense, useMemo } from 'react'
import { Link } from '@tanstack/react-router'
import type { TriggerOverview } from '../../api/triggers.ts'
import type { GraphNode, JsonValue } from '../../graph/types.ts'
import { PauseControl } from '../../triggers/pause-control.tsx'
import { lazyPart } from '../../app/lazy-part.ts'

const NodeLine = lazyPart(async () => ({ default: (await import('../../graph/node-line.tsx')).NodeLine }))

/** The workflow, and what the trigger says about itself. */
export function TriggerName({ trigger }: { trigger: TriggerOverview }) {
  const { node_id: id, kind: type, data } = trigger
  const node = useMemo<GraphNode>(
    () => ({ id, type, data: data as Record<string, JsonValue> }),
    [id, type, data],
  )
  return (
    <div className="min-w-0">
      <Link
        to="/workflows/$workflowId/triggers"
        params={{ workflowId: trigger.workflow_id }}
        className="block truncate text-[0.8125rem] font-medium hover:underline"
      >
        {trigger.workflow_name}
      </Link>
      <p className="truncate text-xs text-muted">
        <Suspense fallback={'\u00a0'}>
          <NodeLine node={node} />
        </Suspense>
      </p>
    </div>
  )
}

/** A trigger that starts nothing anyway has nothing to pause. */
export function RowActions({ trigger, canEdit }: { trigger: TriggerOverview; canEdit: boolean }) {
  if (!canEdit || trigger.state === 'inactive') return null
  return <PauseControl trigger={trigger} name={trigger.workflow_name} />
}
