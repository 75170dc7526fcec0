import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Graph } from '#domain/workflows/graph.ts'
import type { StepRecord } from '#domain/index.ts'
import { graphNode } from '#domain/workflows/testing/graph-node.ts'
import { chooseRoots, type GraphIndex, indexGraph } from '../compile/index-graph.ts'
import { GraphState } from './graph-state.ts'

const HANDLES = ['main', 'true', 'false']

interface Run {
  readonly graph: Graph
  /** The handle each node ends with, if it runs. */
  readonly handles: readonly (string | null)[]
  /** Decides by its index, modulo their number, which of the ready nodes ends next. */
  readonly order: readonly number[]
}

/** Acyclic graphs: edges lead from lower to higher numbers. */
const runs: fc.Arbitrary<Run> = fc.integer({ min: 1, max: 25 }).chain((count) =>
  fc.record({
    graph: fc
      .array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1), fc.constantFrom(...HANDLES)), { maxLength: 80 })
      .map((triples) => ({
        nodes: Array.from({ length: count }, (_, n) => graphNode(`n${n}`, n % 5 === 0 ? 'start' : 'set')),
        edges: triples
          .filter(([a, b]) => a !== b)
          .map(([a, b, handle]) => ({
            source: `n${Math.min(a, b)}`,
            target: `n${Math.max(a, b)}`,
            handle,
          })),
        problems: [],
      })),
    handles: fc.array(fc.constantFrom(...HANDLES, null), { minLength: count, maxLength: count }),
    order: fc.array(fc.nat(1_000), { minLength: count, maxLength: count }),
  }),
)

describe('GraphState with any graph', () => {
  it('Any graph runs exactly the nodes that a taken edge reaches, each once and after the nodes before it', () => {
    fc.assert(
      fc.property(runs, (run) => {
        const index = indexGraph(run.graph)
        const ran = walk(index, run)
        assert.equal(new Set(ran.map(({ nodeId }) => nodeId)).size, ran.length)
        const byId = new Map(ran.map((record) => [record.nodeId, record]))
        for (const [position, { nodeId }] of ran.entries()) {
          for (const { source } of index.incoming.get(nodeId) ?? []) {
            const before = ran.findIndex((record) => record.nodeId === source)
            assert.ok(before < position, `${source} was decided before ${nodeId} ran`)
          }
        }
        for (const { id } of run.graph.nodes) {
          const incoming = index.incoming.get(id)
          const isReached =
            incoming === undefined
              ? rootsOf(index).taken.includes(id)
              : incoming.some(({ source, handle }) => byId.get(source)?.handle === handle)
          assert.equal(byId.has(id), isReached, `${id} ran`)
        }
      }),
    )
  })

  it('Any graph that resumes at any point runs the remaining nodes', () => {
    fc.assert(
      fc.property(runs, fc.nat(), (run, cut) => {
        const index = indexGraph(run.graph)
        const complete = walk(index, run)
        const recorded = complete.slice(0, cut % (complete.length + 1))
        const rest = walk(index, run, recorded)
        assert.deepEqual(
          [...recorded, ...rest].map(({ nodeId }) => nodeId).toSorted(),
          complete.map(({ nodeId }) => nodeId).toSorted(),
        )
      }),
    )
  })
})

const rootsOf = (index: GraphIndex) => chooseRoots(index, (type) => type === 'start', null)

/** Completes ready nodes in the order of the run until none is left. */
function walk(index: GraphIndex, run: Run, recorded: readonly StepRecord[] = []): StepRecord[] {
  const state = new GraphState(index, { roots: rootsOf(index), input: null })
  for (const record of recorded) state.record(record)
  state.dropReady((id) => state.find(id) !== undefined)
  const ran: StepRecord[] = []
  const ready: string[] = []
  for (let turn = 0; ; turn += 1) {
    ready.push(...state.takeReady())
    if (ready.length === 0) return ran
    const [nodeId = ''] = ready.splice((run.order[turn] ?? 0) % ready.length, 1)
    const record: StepRecord = {
      nodeId,
      status: 'completed',
      handle: run.handles[Number(nodeId.slice(1))] ?? null,
      output: null,
      error: null,
      attempts: 1,
      startedAt: 0,
      endedAt: 0,
    }
    state.record(record)
    ran.push(record)
  }
}
