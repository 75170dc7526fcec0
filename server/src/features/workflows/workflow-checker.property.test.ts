import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import type { Definition, JsonObject, JsonValue } from '#domain/index.ts'
import type { Engine } from '#engine/index.ts'
import { EngineFixture } from '#engine/testing/engine-fixture.ts'
import { WorkflowChecker } from './workflow-checker.ts'

interface Damaged {
  readonly nodes: JsonObject[]
  readonly edges: JsonObject[]
}

type Damage = (definition: Damaged, at: number) => Damaged

const GHOST = '01937b5e-8f3a-7c41-9a52-3d1f0c7be2aa'

/** Nodes that always succeed, in a chain behind a start. `n` is the position in the chain, from 1. */
const KINDS: readonly ((n: number) => JsonObject)[] = [
  (n) => ({ type: 'set', data: { values: { v: `{{ nodes.n${n - 1}.output }}`, k: n } } }),
  () => ({ type: 'set', data: { values: { v: '{{ input.x + 1 }}', text: 'Hello {{ input.name }}' } } }),
  () => ({ type: 'log', data: { message: 'at {{ execution.id }}', level: 'info' } }),
  () => ({ type: 'code', data: { code: 'const a = 1\nreturn { a }' } }),
  () => ({ type: 'delay', data: { seconds: 0 } }),
  () => ({ type: 'merge', data: { mode: 'combine' } }),
]

const chains: fc.Arbitrary<Damaged> = fc
  .array(fc.constantFrom(...KINDS), { minLength: 1, maxLength: 5 })
  .map((kinds) => ({
    nodes: [
      { id: 'n0', type: 'start' },
      ...kinds.map((kind, index) => ({ id: `n${index + 1}`, ...kind(index + 1) })),
    ],
    edges: kinds.map((_, index) => ({ source: `n${index}`, target: `n${index + 1}` })),
  }))

function change(edit: (node: JsonObject, count: number) => JsonObject): Damage {
  return ({ nodes, edges }, at) => {
    const index = 1 + (at % (nodes.length - 1))
    return { nodes: nodes.map((node, n) => (n === index ? edit(node, nodes.length) : node)), edges }
  }
}

const withData = (node: JsonObject, data: JsonObject): JsonObject => ({
  ...node,
  data: { ...(node['data'] as JsonObject), ...data },
})
const withValue = (node: JsonObject, v: JsonValue): JsonObject =>
  node['type'] === 'set'
    ? { ...node, data: { values: { v } } }
    : { ...node, type: 'set', data: { values: { v } } }

/** Mistakes in the nodes themselves: their order stays, so the first one that matters decides how a run ends. */
const NODE_DAMAGES: readonly Damage[] = [
  change((node) => withData(node, { ulr: 1 })),
  change((node) => withData(node, { join: 'bogus' })),
  change((node) => ({ ...node, data: {} })),
  change((node) => ({ ...node, data: [] })),
  change((node) => ({ ...node, type: 'sett' })),
  change((node) => ({ ...node, on_eror: 'branch' })),
  change((node) => ({ ...node, on_error: 'explode' })),
  change((node) => ({ ...node, retry: { max_attempts: 0, max_atempts: 2 } })),
  change((node) => ({ ...node, timeout_ms: 'long' })),
  change((node) => ({ ...node, credential_id: 7 })),
  change((node) => ({ ...node, disabled: true })),
  change((node) => withValue(node, '{{ 1 + }}')),
  change((node) => withValue(node, '{{ inptu.x }}')),
  change((node) => withValue(node, '{{ nodes.ghost.output }}')),
  change((node) => withValue(node, '{{ nodes.ghost?.output }}')),
  change((node) => withValue(node, `{{ nodes[${JSON.stringify(node['id'])}].output }}`)),
  change((node) => withValue(node, `{{ nodes[${JSON.stringify(node['id'])}]?.output }}`)),
  change((node, count) => withValue(node, `{{ nodes.n${count - 1}.output }}`)),
  change((node) => withValue(node, '{{ variables.a.b }}')),
  change((node) => withValue(node, '{{ variables.a }}')),
  change((node) => withValue(node, '{{ item.name }}')),
  change((node) => withValue(node, '{{ item?.name }}{{ index }}')),
  change((node) => withValue(node, 'input.x')),
  change((node) => ({ ...node, type: 'code', data: { code: 'return {' } })),
  change((node) => ({ ...node, type: 'code', data: { code: 'const a = 1; const a = 2' } })),
  change((node) => ({ ...node, type: 'delay', data: { seconds: 'soon' } })),
  change((node) => ({ ...node, type: 'delay', data: { seconds: 0, until: '2026-01-01' } })),
  change((node) => ({ ...node, type: 'for_each', data: { items: 'a,b' } })),
  change((node) => ({ ...node, type: 'http', data: { url: 'nowhere' } })),
  change((node) => ({ ...node, type: 'email', data: { to: 'ada', from: 'a@example.com', text: 'x' } })),
  change((node) => ({
    ...node,
    type: 'email',
    data: { to: 'a@example.com', from: 'a@example.com', text: 'x' },
  })),
  change((node) => ({ ...node, type: 'workflow', data: { workflow_id: GHOST } })),
  change((node) => ({ ...node, type: 'workflow', data: { workflow_id: 'mine' } })),
  change((node) => ({ ...node, type: 'integration', data: { integration_id: GHOST, action: 'x' } })),
  change((node) => ({ ...node, type: 'integration', data: { type: 'slack', action: 'post_message' } })),
  change((node) => ({ ...node, type: 'http', data: { url: 'http://localhost:1/' }, credential_id: GHOST })),
]

/** Mistakes in the edges. */
const EDGE_DAMAGES: readonly Damage[] = [
  ({ nodes, edges }) => ({ nodes, edges: [...edges, { source: 'n0', target: 'ghost' }] }),
  ({ nodes, edges }) => ({ nodes, edges: [...edges, { source: 'n1', target: 'n0' }] }),
  ({ nodes, edges }) => ({ nodes, edges: [...edges, { source: 'n1', target: 'n1' }] }),
  ({ nodes, edges }, at) => ({ nodes, edges: edges.filter((_, index) => index !== at % edges.length) }),
  ({ nodes, edges }, at) => ({
    nodes,
    edges: edges.map((edge, index) =>
      index === at % edges.length ? { ...edge, sourceHandle: 'side' } : edge,
    ),
  }),
  ({ nodes, edges }, at) => ({
    nodes,
    edges: edges.map((edge, index) =>
      index === at % edges.length ? { ...edge, sourceHandle: 'error' } : edge,
    ),
  }),
  ({ nodes, edges }) => ({ nodes: [...nodes, { id: 'n1', type: 'log' }], edges }),
  ({ nodes, edges }) => ({
    nodes: [...nodes, { id: 'extra', type: 'set', data: { values: { v: 1 } } }],
    edges,
  }),
]

const damaged = (damages: readonly Damage[]) =>
  fc
    .tuple(chains, fc.array(fc.tuple(fc.constantFrom(...damages), fc.nat(20)), { maxLength: 3 }))
    .map(([definition, applied]) => applied.reduce((one, [damage, at]) => damage(one, at), definition))

describe('WorkflowChecker on damaged workflows', () => {
  let fixture: EngineFixture
  let engine: Engine
  let checker: WorkflowChecker
  before(async () => {
    fixture = await EngineFixture.open()
    engine = await fixture.startEngine()
    checker = new WorkflowChecker(fixture, engine)
  })
  after(() => fixture.destroy())

  async function isRefused(definition: Definition): Promise<boolean> {
    return (await engine.check(fixture.account, definition)).isRefused
  }

  async function compare({ nodes, edges }: Damaged) {
    const definition = { nodes, edges, variables: {} }
    const problems = await checker.check(fixture.account, definition)
    const errors = problems.filter(({ severity }) => severity !== 'warning')
    const execution = await fixture.run(engine, definition, { x: 1, name: 'Ada' })
    return { problems, errors, execution, isRefused: await isRefused(definition) }
  }

  it('A run fails at the first node with an error, and completes if there is none', async () => {
    await fc.assert(
      fc.asyncProperty(damaged(NODE_DAMAGES), async (definition) => {
        const { errors, execution, isRefused } = await compare(definition)
        const { status, error } = execution
        if (isRefused) return assert.equal(error?.code, 'INVALID_WORKFLOW')
        const first = definition.nodes
          .map(({ id }) => id)
          .find((id) => errors.some(({ nodeId }) => nodeId === id))
        assert.deepEqual(
          [status, error?.node_id],
          first === undefined ? ['completed', undefined] : ['failed', first],
        )
      }),
      { numRuns: 120 },
    )
  })

  it('A refused run names problems that the check lists as errors, and every other failure has a problem at its node', async () => {
    await fc.assert(
      fc.asyncProperty(damaged([...NODE_DAMAGES, ...EDGE_DAMAGES]), async (definition) => {
        const { problems, errors, execution, isRefused } = await compare(definition)
        const { error } = execution
        assert.equal(error?.code === 'INVALID_WORKFLOW', isRefused)
        if (isRefused) {
          const first = errors[0]?.message ?? ''
          assert.ok(error?.message.startsWith(first), `${error?.message}\n${first}`)
          const log = await fixture.logs(execution.id)
          const known = new Set(errors.map(({ message }) => message))
          for (const { message } of log) assert.ok(known.has(message), message)
        } else if (error !== null) {
          assert.ok(
            problems.some(({ nodeId }) => nodeId === error.node_id),
            `${error.node_id}: ${error.message}`,
          )
        }
      }),
      { numRuns: 120 },
    )
  })
})
