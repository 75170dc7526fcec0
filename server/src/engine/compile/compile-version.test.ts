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

describe('compileVersion', () => {
  it('A valid graph compiles without problems', () => {
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

  it('A version is instant when all its enabled nodes are instant', () => {
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

  it('An edge from an unknown handle is a problem, except from the handle `error`', () => {
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
          'The edge from "a" to "b" leaves from the handle "main", which the node does not have. Its handles are: true, false.',
      },
    ])
  })

  it('The code of a `code` node is not parsed as a template', () => {
    assert.deepEqual(compile([{ id: 'a', type: 'code', data: { code: 'return {{}}.x' } }]).problems, [])
  })

  it('An unknown node type is a problem that suggests a type, or lists the known ones', () => {
    const { problems } = compile([
      { id: 'a', type: 'sett' },
      { id: 'b', type: 'quantum' },
    ])
    assert.deepEqual(problems, [
      {
        nodeId: 'a',
        parameter: 'type',
        message: 'Node "a" has the unknown type "sett". Did you mean "set"?',
      },
      {
        nodeId: 'b',
        parameter: 'type',
        message: `Node "b" has the unknown type "quantum". Known types: ${nodeCatalogue(NODE_KINDS).types.join(', ')}.`,
      },
    ])
  })

  it('All expressions that cannot be parsed are reported together, each with its node and parameter', () => {
    const { problems } = compile([
      {
        id: 'a',
        type: 'set',
        data: { values: { deep: { list: ['fine', '{{ 1 + }}'] }, other: '{{ x = 1 }}' } },
      },
      { id: 'b', type: 'if', data: { condition: 'input.(' } },
      { id: 'c', type: 'unknown' },
    ])
    assert.deepEqual(
      problems.map(({ nodeId, parameter }) => [nodeId, parameter]),
      [
        ['a', 'values.deep.list.1'],
        ['a', 'values.other'],
        ['b', 'condition'],
        ['c', 'type'],
      ],
    )
    assert.match(
      problems[0]?.message ?? '',
      /^Parameter `values\.deep\.list\.1` of node "a": .+ \(line 1, column \d+\)$/,
    )
  })

  it('Problems of the graph and problems of its nodes are reported together', () => {
    const { problems } = compile([{ id: 'a', type: 'unknown' }], [{ source: 'a', target: 'b' }])
    assert.equal(problems.length, 2)
  })

  it('Nodes are found by id and by name: an id takes precedence over a name, and the first of two equal names wins', () => {
    const { idByName } = compile([
      { id: 'a', type: 'set', name: 'b' },
      { id: 'b', type: 'set', name: 'Same' },
      { id: 'c', type: 'set', name: 'Same' },
    ])
    assert.deepEqual(Object.fromEntries(idByName), { a: 'a', b: 'b', c: 'c', Same: 'b' })
  })
})
