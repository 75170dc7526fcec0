import type { ExecutionOverview } from '@millrace/contract/execution-list.ts'
import type { StepOutline } from '@millrace/contract/execution-timeline.ts'
import { iterationOf } from './iteration-path.ts'

/** The step at which a run failed: of the node that its error names, the innermost and last. */
export function findFailedStep(
  { error }: Pick<ExecutionOverview, 'error'>,
  steps: readonly StepOutline[],
): StepOutline | undefined {
  if (error === null || error.node_id === null) return undefined
  const failed = steps.filter(({ status }) => status === 'failed')
  const atNode = failed.filter((step) => step.node_id === error.node_id)
  const same = failed.filter((step) => step.error?.message === error.message)
  // A loop that failed repeats the error of the step inside.
  const deepest = (found: readonly StepOutline[]) =>
    found.toSorted((a, b) => iterationOf(b).length - iterationOf(a).length)[0]
  return deepest(same) ?? atNode.at(-1)
}

/** The node and the parameter at fault. A run that failed before its first step has no failed step, but its error names them. */
export function findFault(
  { error }: Pick<ExecutionOverview, 'error'>,
  failed: StepOutline | undefined,
): { id: string; parameter: string | undefined } | undefined {
  const id = failed?.node_id ?? error?.node_id
  if (id === undefined || id === null) return undefined
  return { id, parameter: parameterIn(failed?.error?.message ?? error?.message ?? '') }
}

/** The name of the parameter that an error message blames: `Unknown parameter "ulr" in …`. */
export function parameterIn(message: string): string | undefined {
  return /parameter ["“`]([\w.[\]-]+)["”`]/i.exec(message)?.[1]
}

/** The editor at a node, with the data of a run loaded. */
export function editorHref(
  execution: Pick<ExecutionOverview, 'id' | 'workflow_id' | 'workflow_name'>,
  node?: { id: string; parameter?: string | undefined },
): string | undefined {
  if (execution.workflow_name === null) return undefined
  const query = new URLSearchParams()
  if (node !== undefined) query.set('node', node.id)
  query.set('run', execution.id)
  if (node?.parameter !== undefined) query.set('parameter', node.parameter)
  return `/workflows/${execution.workflow_id}?${query.toString()}`
}
