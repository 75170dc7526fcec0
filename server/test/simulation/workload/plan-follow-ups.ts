import type { JsonObject } from '#domain/index.ts'
import type { Random } from '#test/simulation/world/random.ts'
import { generateFollower } from './generate-workflow.ts'
import type { PlannedWorkflow } from './workload.ts'
import { workloadId } from './workload-id.ts'

/** A trigger that starts a run of its workflow when a run of another one ends. */
export interface PlannedTrigger {
  readonly id: string
  readonly workflowId: string
  readonly nodeId: string
  readonly event: 'workflow.completed' | 'workflow.failed'
  /** The workflows it follows; empty: all of them. */
  readonly follows: readonly string[]
}

export interface FollowUps {
  readonly workflows: readonly PlannedWorkflow[]
  readonly triggers: readonly PlannedTrigger[]
}

/** In some workloads, one or two workflows follow the ends of others; two may follow each other in a cycle. */
export function planFollowUps(random: Random, requested: readonly PlannedWorkflow[]): FollowUps {
  if (!random.chance(0.3)) return { workflows: [], triggers: [] }
  const [first, second] = [requested.length, requested.length + 1]
  const target = random.pick(requested).id
  const event = random.pick(['workflow.completed', 'workflow.completed', 'workflow.failed'] as const)
  const followers = [planFollower(random.fork('first'), first, event, random.chance(0.3) ? [] : [target])]
  const shape = random.next()
  if (shape < 0.3) {
    followers[0] = planFollower(random.fork('first'), first, event, [target, workloadId(1, second)])
  }
  if (shape < 0.6) {
    followers.push(planFollower(random.fork('second'), second, event, [workloadId(1, first)]))
  }
  return {
    workflows: followers.map(({ workflow }) => workflow),
    triggers: followers.map(({ trigger }) => trigger),
  }
}

function planFollower(
  random: Random,
  number: number,
  event: PlannedTrigger['event'],
  follows: readonly string[],
): { readonly workflow: PlannedWorkflow; readonly trigger: PlannedTrigger } {
  const [id, versionId] = [workloadId(1, number), workloadId(2, number)]
  const data: JsonObject = { event, ...(follows.length > 0 && { workflow_ids: [...follows] }) }
  const definition = generateFollower(random, data)
  const [nodeId = ''] = definition.nodesById.keys()
  return {
    workflow: { id, versionId, definition, concurrency: undefined },
    trigger: { id: workloadId(5, number), workflowId: id, nodeId, event, follows },
  }
}
