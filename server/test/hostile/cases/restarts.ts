import type { HostileCase } from '../hostile-case.ts'
import type { Attack, Graph } from '../service/attack.ts'
import { forEach, numbered, prose } from './graphs.ts'

/** How long a start may take. A machine that needs longer for any start is excused. */
const MAX_START_MS = 1_000
const SLACK_MS = 150
const PARKED_MS = 300

export const restarts: readonly HostileCase[] = [
  killed(
    'killed-in-a-loop-of-replacements',
    200,
    forEach({
      type: 'set',
      data: { values: { n: String.raw`{{ input.text.replace(/\s+/g, ' ').length }}` } },
    }),
    { items: numbered(300, (n) => n), text: prose(400_000) },
  ),
  killed(
    'killed-in-a-loop-of-instant-steps',
    100,
    forEach({ type: 'set', data: { values: { n: '{{ item }}' } } }),
    { items: numbered(9_000, (n) => n) },
  ),
  killed(
    'killed-with-much-data',
    200,
    forEach({ type: 'set', data: { values: { text: '{{ input.text }}' } } }),
    { items: numbered(300, (n) => n), text: prose(90_000) },
  ),
  {
    name: 'killed-with-many-runs',
    restarts: true,
    async run(attack) {
      const id = await attack.createWorkflow(forEach({ type: 'delay', data: { seconds: 1 } }))
      await attack.flood(300, 32, () =>
        attack.send('POST', `/v1/workflows/${id}/execute`, {
          body: { input: { items: numbered(50, (n) => n) } },
        }),
      )
      return restart(attack)
    },
  },
]

/** The run is accepted and parked before the work begins: an instant run would be accepted with its end. */
function killed(name: string, afterMs: number, { nodes, edges }: Graph, input: object): HostileCase {
  return {
    name,
    restarts: true,
    async run(attack) {
      const id = await attack.createWorkflow({
        nodes: [...nodes, { id: 'park', type: 'delay', data: { seconds: PARKED_MS / 1_000 } }],
        edges: [
          { source: 'start', target: 'park' },
          { source: 'park', target: 'loop' },
          ...edges.filter((edge) => 'source' in edge && edge.source !== 'start'),
        ],
      })
      const started = await attack.send('POST', `/v1/workflows/${id}/execute`, { body: { input } })
      if (started.status !== 202) throw new Error(`The run was answered with ${started.status}.`)
      await attack.wait(PARKED_MS + afterMs)
      const note = await restart(attack)
      return `${note}, ${await attack.untilEnded(started.body.data.execution_id as string)}`
    },
  }
}

/** Kills the service and starts it again on the same data. */
async function restart(attack: Attack): Promise<string> {
  const usual = attack.target.usualStartMs
  const took = await attack.restart()
  if (took > MAX_START_MS && took > usual + SLACK_MS)
    throw new Error(
      `The restarted service answered after ${Math.round(took)} ms, usually ${Math.round(usual)} ms.`,
    )
  return `answered after ${Math.round(took)} ms, usually ${Math.round(usual)} ms`
}
