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
  /** The handle each node leaves by, when it runs. */
  readonly handles: readonly (string | null)[]
  /** Which of the ready nodes ends next. */
  readonly order: readonly number[]
}

/** Graphs without circles: edges lead from lower to higher numbers. */
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

describe('a run through any graph', () => {
  it('runs each node once, after all before it are decided, and exactly those an edge leads to', () => {
    fc.assert(
      fc.property(runs, (run) => {
        const index = indexGraph(run.graph)
        const ran = walk(index, run)
        assert.equal(new Set(ran.map(({ nodeId }) => nodeId)).size, ran.length)
        const byId = new Map(ran.map((record) => [record.nodeId, record]))
        for (const [place, { nodeId }] of ran.entries()) {
          for (const { source } of index.incoming.get(nodeId) ?? []) {
            const before = ran.findIndex((record) => record.nodeId === source)
            assert.ok(before < place, `${source} was decided before ${nodeId} ran`)
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

  it('is taken up again from any point with the same nodes left to do', () => {
    fc.assert(
      fc.property(runs, fc.nat(), (run, cut) => {
        const index = indexGraph(run.graph)
        const whole = walk(index, run)
        const known = whole.slice(0, cut % (whole.length + 1))
        const rest = walk(index, run, known)
        assert.deepEqual(
          [...known, ...rest].map(({ nodeId }) => nodeId).toSorted(),
          whole.map(({ nodeId }) => nodeId).toSorted(),
        )
      }),
    )
  })
})

const rootsOf = (index: GraphIndex) => chooseRoots(index, (type) => type === 'start', null)

/** Ends ready nodes in the order of the run until none is left. */
function walk(index: GraphIndex, run: Run, known: readonly StepRecord[] = []): StepRecord[] {
  const state = new GraphState(index, { roots: rootsOf(index), input: null })
  for (const record of known) state.record(record)
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
