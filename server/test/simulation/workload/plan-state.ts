import type { Random } from '#test/simulation/world/random.ts'
import { GeneratedWorkflow, type Port } from './generated-workflow.ts'
import { workloadId } from './workload-id.ts'
import type { PlannedRequest, Workload } from './workload.ts'

export const MAX_STATE_REQUESTS = 5
const MAX_ITEM = 9

/**
 * In some workloads, several runs that count with the same key and share what they have seen. Their calls contain a variable of
 * the account.
 */
export function planState(
  random: Random,
  number: number,
  firstRequest: number,
): Pick<Workload, 'workflows' | 'requests'> {
  if (!random.chance(0.25)) return { workflows: [], requests: [] }
  const definition = generateCountingWorkflow(random.fork('definition'))
  const ids = { id: workloadId(1, number), versionId: workloadId(2, number) }
  const workflow = { ...ids, definition, concurrency: undefined }
  const requests = Array.from({ length: random.whole(2, MAX_STATE_REQUESTS) }, (_, n): PlannedRequest => {
    const items = Array.from({ length: random.whole(0, 4) }, () => random.whole(0, MAX_ITEM))
    return {
      at: random.between(0, random.chance(0.5) ? 200 : 6_000),
      workflow,
      input: { n: random.whole(0, 9), items, request: firstRequest + n },
      cancelAfter: random.chance(0.2) ? random.between(0, random.chance(0.5) ? 100 : 5_000) : undefined,
      repeatAfter: random.chance(0.2) ? random.between(500, 6_000) : undefined,
      signals: [],
    }
  })
  return { workflows: [workflow], requests }
}

/** Counts before, in and after a loop whose iterations run side by side, with calls in between that faults interrupt. */
function generateCountingWorkflow(random: Random): GeneratedWorkflow {
  const workflow = new GeneratedWorkflow()
  workflow.raceReason = 'the order of runs decides what they count'
  const main = (source: string): readonly Port[] => [{ source, handle: 'main' }]
  const count = (from: readonly Port[], loop: string | null) =>
    workflow.add('state', { data: { operation: 'increment', key: 'total', scope: 'account' } }, from, loop)
  const call = (from: readonly Port[], loop: string | null) =>
    workflow.add('effect', { data: { value: '{{ vars.TICKET }}', ms: random.whole(0, 300) } }, from, loop)

  const first = count(main(workflow.add('start', { data: {} }, [], null)), null)
  const data = { items: '{{ input.items }}', key: 'seen', scope: 'account' }
  const seen = workflow.add(
    'only_new',
    { data },
    main(random.chance(0.5) ? call(main(first), null) : first),
    null,
  )
  const handles = ['new', 'none'].map((handle) => ({ source: seen, handle }))
  const loop = workflow.add(
    'for_each',
    { data: { items: [0, 1, 2], concurrency: random.whole(1, 3) } },
    handles,
    null,
  )
  const inside = call(main(count([{ source: loop, handle: 'each' }], loop)), loop)
  if (random.chance(0.5)) count(main(inside), loop)
  count([{ source: loop, handle: 'done' }], null)
  return workflow
}
