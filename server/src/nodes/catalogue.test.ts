import { ProcessSandbox } from '#adapters/index.ts'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nodeCatalogue } from './catalogue.ts'
import { loopbackNodeKinds } from '#nodes/testing/loopback-node-kinds.ts'

const sandbox = new ProcessSandbox()
const NODE_KINDS = loopbackNodeKinds(sandbox)

describe('the catalogue of node kinds', () => {
  it('finds each kind by its type, and nothing else', () => {
    const catalogue = nodeCatalogue(NODE_KINDS)
    for (const kind of NODE_KINDS) assert.equal(catalogue.find(kind.type), kind)
    for (const type of ['', 'START', 'toString', '__proto__']) assert.equal(catalogue.find(type), undefined)
    assert.deepEqual(
      catalogue.types,
      NODE_KINDS.map(({ type }) => type),
    )
  })

  it('has no type twice', () => {
    assert.equal(new Set(NODE_KINDS.map(({ type }) => type)).size, NODE_KINDS.length)
  })

  it('calls no kind instant that has an effect or repeats something', () => {
    const instant = NODE_KINDS.filter((kind) => kind.isInstant === true)
    assert.ok(instant.length > 0)
    for (const kind of instant) assert.ok(!kind.hasEffect && kind.isLoop !== true, kind.type)
  })

  for (const kind of NODE_KINDS) {
    it(`has what the editor and the reference need of \`${kind.type}\``, () => {
      assert.match(kind.type, /^[a-z][a-z_]*$/)
      assert.notEqual(kind.title, '')
      assert.match(kind.summary, /\.$/)
      const { properties } = kind.parameters as unknown as { properties: Record<string, { title?: string }> }
      for (const [name, schema] of Object.entries(properties)) assert.ok(schema.title, `${name} has a title`)
      for (const path of [kind.conditions, kind.literals, kind.standing].flatMap((paths) => paths ?? [])) {
        assert.ok((path.split(/\[\]|\./)[0] ?? '') in properties, path)
      }
    })
  }
})
