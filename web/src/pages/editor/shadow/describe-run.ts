import type { ShadowRun, UnansweredRequest } from '@millrace/contract/workflow-shadow.ts'
import type { NodeTypes } from '../../../graph/node-types.ts'
import type { GraphDocument } from '../../../graph/types.ts'
import * as t from '../../../texts/editor/shadow.ts'

/** The name of a node as the editor shows it; the id of one that is gone. */
export type NameOf = (nodeId: string) => string

export function namesIn({ nodes }: GraphDocument, nodeTypes: NodeTypes): NameOf {
  return (nodeId) => {
    const node = nodes.find(({ id }) => id === nodeId)
    return node === undefined ? nodeId : nodeTypes.nameOf(node)
  }
}

/** What the result of a run comes down to, in one line. */
export function describeRun(run: ShadowRun, nameOf: NameOf): string {
  if (run.message !== null) return run.message
  const [request] = run.unanswered
  if (run.result === 'unknown' && request !== undefined) {
    return t.requestAt(nameOf(request.node_id), describeReason(request))
  }
  if (run.result === 'same') return run.difference_count === 0 ? t.same : t.sameSteps(run.difference_count)
  return describeOutcome(run)
}

function describeOutcome({ before, after, changes }: ShadowRun): string {
  if (after?.status === 'failed') return t.failsWith(after.error?.message ?? '')
  if (before.status === 'failed') return t.completes
  const [change] = changes
  if (change === undefined) return t.noOtherOutput
  return t.valueChange(change.pointer, change.before ?? t.noValue, change.after ?? t.noValue)
}

export function describeReason({ reason, parameters }: UnansweredRequest): string {
  return reason === 'changed_request' && parameters.length > 0
    ? t.changedParameters(parameters)
    : t.reasons[reason]
}
