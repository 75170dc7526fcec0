import { ProcessSandbox } from '#adapters/index.ts'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '#domain/index.ts'
import { nodeCatalogue } from '#nodes/index.ts'
import { loopbackNodeKinds } from '#nodes/testing/loopback-node-kinds.ts'
import { compileVersion } from './compile-version.ts'

const sandbox = new ProcessSandbox()
const NODE_KINDS = loopbackNodeKinds(sandbox)

function compile(nodes: readonly JsonObject[], edges: readonly JsonObject[] = []) {
  const version = { id: 'v', workflowId: 'w', nodes, edges, variables: {} }
  return compileVersion(version, nodeCatalogue(NODE_KINDS))
}

describe('compiling a version', () => {
  it('finds nothing to complain of in a graph that can run', () => {
    const compiled = compile(
      [
        { id: 'a', type: 'start' },
        { id: 'b', type: 'if', data: { condition: 'input.x > 1' } },
        { id: 'c', type: 'set', data: { values: { y: '{{ input.x + 1 }}' } } },
      ],
      [
        { source: 'a', target: 'b' },
        { source: 'b', target: 'c', sourceHandle: 'true' },
      ],
    )
    assert.deepEqual(compiled.problems, [])
    assert.deepEqual([...compiled.nodes.keys()], ['a', 'b', 'c'])
  })

  it('tells whether a run is over as it begins', () => {
    const [start, set] = [
      { id: 'a', type: 'start' },
      { id: 'b', type: 'set', data: { values: {} } },
    ]
    const http = { id: 'c', type: 'http', data: { url: 'https://example.com' } }
    assert.equal(compile([]).isInstant, true)
    assert.equal(compile([start, set]).isInstant, true)
    assert.equal(compile([start, set, http]).isInstant, false)
    assert.equal(compile([start, { ...http, disabled: true }]).isInstant, true)
    for (const type of ['delay', 'wait', 'code', 'workflow', 'for_each', 'loop', 'respond', 'email']) {
      assert.equal(compile([start, { id: 'c', type, data: {} }]).isInstant, false, type)
    }
  })

  it('names an edge from an output that its node does not have, except the one for errors', () => {
    const { problems } = compile(
      [
        { id: 'a', type: 'if', data: { condition: true } },
        { id: 'b', type: 'return' },
      ],
      [
        { source: 'a', target: 'b' },
        { source: 'a', target: 'b', sourceHandle: 'error' },
      ],
    )
    assert.deepEqual(problems, [
      {
        nodeId: 'a',
        message:
          'The edge from "a" to "b" leaves from the output "main", which the node does not have. Its outputs: true, false.',
      },
    ])
  })

  it('takes the code of a `code` node as it is', () => {
    assert.deepEqual(compile([{ id: 'a', type: 'code', data: { code: 'return {{}}.x' } }]).problems, [])
  })

  it('names an unknown kind and the known ones', () => {
    const { problems } = compile([{ id: 'a', type: 'sett' }])
    assert.deepEqual(problems, [
      {
        nodeId: 'a',
        message: `Node "a" has the unknown type "sett". Known types: ${nodeCatalogue(NODE_KINDS).types.join(', ')}.`,
      },
    ])
  })

  it('names node and parameter of every expression that cannot be read, at once', () => {
    const { problems } = compile([
      {
        id: 'a',
        type: 'set',
        data: { values: { deep: { list: ['fine', '{{ 1 + }}'] }, other: '{{ x = 1 }}' } },
      },
      { id: 'b', type: 'if', data: { condition: 'input.(' } },
      { id: 'c', type: 'nothing' },
    ])
    assert.deepEqual(
      problems.map(({ nodeId, parameter }) => [nodeId, parameter]),
      [
        ['a', 'values.deep.list.1'],
        ['a', 'values.other'],
        ['b', 'condition'],
        ['c', undefined],
      ],
    )
    assert.match(
      problems[0]?.message ?? '',
      /^`values\.deep\.list\.1` of node "a": .+ \(line 1, column \d+\)$/,
    )
  })

  it('lists what is wrong with the drawing together with what is wrong in the nodes', () => {
    const { problems } = compile([{ id: 'a', type: 'nothing' }], [{ source: 'a', target: 'b' }])
    assert.equal(problems.length, 2)
  })

  it('knows nodes by id and by name; an id wins, and of two names the first', () => {
    const { idByName } = compile([
      { id: 'a', type: 'set', name: 'b' },
      { id: 'b', type: 'set', name: 'Same' },
      { id: 'c', type: 'set', name: 'Same' },
    ])
    assert.deepEqual(Object.fromEntries(idByName), { a: 'a', b: 'b', c: 'c', Same: 'b' })
  })
})
