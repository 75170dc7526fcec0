import { performance } from 'node:perf_hooks'
import { runLoad } from './load.ts'
import { AUTHORIZATION, createWorkflow, startMillrace, untilAllEnded, withDataFolder } from './millrace.ts'
import { fourNodeWorkflow } from './four-node-workflow.ts'

interface Shape {
  readonly name: string
  readonly workflow: object
  readonly input: object
  /** Nodes that run in one execution. */
  readonly steps: number
}

const set = (id: string, values: object) => ({ id, type: 'set', data: { values } })
const chain = (ids: readonly string[]) => ids.slice(1).map((target, n) => ({ source: ids[n], target }))
const range = (count: number) => Array.from({ length: count }, (_, n) => `n${n}`)

const SHAPES: readonly Shape[] = [
  { name: 'four nodes', workflow: fourNodeWorkflow, input: { name: 'Ada' }, steps: 4 },
  {
    name: 'chain of ten nodes',
    workflow: {
      name: 'Chain',
      nodes: range(10).map((id) => set(id, { n: '{{ (previous.n ?? 0) + 1 }}' })),
      edges: chain(range(10)),
    },
    input: {},
    steps: 10,
  },
  {
    name: 'fan-out of 100 with a join',
    workflow: {
      name: 'Fan-out',
      nodes: [
        { id: 'start', type: 'start' },
        ...range(100).map((id, n) => set(id, { n })),
        { id: 'join', type: 'merge', data: { mode: 'list' } },
        { id: 'count', type: 'return', data: { value: { count: '{{ previous.length }}' } } },
      ],
      edges: [
        ...range(100).flatMap((id) => [
          { source: 'start', target: id },
          { source: id, target: 'join' },
        ]),
        { source: 'join', target: 'count' },
      ],
    },
    input: {},
    steps: 103,
  },
  {
    name: '1 MB through five nodes',
    workflow: {
      name: 'Payload',
      nodes: [
        { id: 'start', type: 'start' },
        ...range(4).map((id) => set(id, { text: '{{ previous.text }}' })),
        { id: 'length', type: 'return', data: { value: { length: '{{ previous.text.length }}' } } },
      ],
      edges: chain(['start', ...range(4), 'length']),
    },
    input: { text: 'x'.repeat(1_000_000) },
    steps: 6,
  },
]

export interface ShapeFigures {
  readonly name: string
  readonly perSecond: number
  readonly stepsPerSecond: number
  /** Compared with the four-node workflow of the same run. */
  readonly ratio: number
}

/** Measures executions per second, from acceptance to completion, for workflows of several shapes. */
export async function measureShapes(seconds: number, databaseUrl?: string): Promise<readonly ShapeFigures[]> {
  return withDataFolder(async (data) => {
    const millrace = await startMillrace(data, databaseUrl)
    try {
      const figures: ShapeFigures[] = []
      for (const shape of SHAPES) {
        const perSecond = await measureShape(millrace.url, shape, seconds)
        const first = figures[0]?.perSecond ?? perSecond
        figures.push({
          name: shape.name,
          perSecond,
          stepsPerSecond: perSecond * shape.steps,
          ratio: perSecond / first,
        })
      }
      return figures
    } finally {
      await millrace.stop()
    }
  })
}

async function measureShape(url: string, { workflow, input }: Shape, seconds: number): Promise<number> {
  const id = await createWorkflow(url, workflow)
  const startedAt = performance.now()
  const load = await runLoad({
    url: `${url}/v1/workflows/${id}/execute`,
    headers: AUTHORIZATION,
    body: JSON.stringify({ input }),
    seconds,
    connections: 32,
  })
  await untilAllEnded(url, id)
  if (load.failed > 0) throw new Error(`${load.failed} requests failed.`)
  return load.answered / ((performance.now() - startedAt) / 1000)
}
