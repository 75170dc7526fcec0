import { ProcessSandbox } from '#adapters/index.ts'
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { nodeCatalogue } from './catalogue.ts'
import { loopbackNodeKinds } from '#nodes/testing/loopback-node-kinds.ts'

/** The icons of the web app. */
const ICONS = join(import.meta.dirname, '../../../node_modules/lucide-react/dist/esm/icons')

const sandbox = new ProcessSandbox()
const NODE_KINDS = loopbackNodeKinds(sandbox)

describe('node catalogue', () => {
  it('The node catalogue finds each node kind by its exact type', () => {
    const catalogue = nodeCatalogue(NODE_KINDS)
    for (const kind of NODE_KINDS) assert.equal(catalogue.find(kind.type), kind)
    for (const type of ['', 'START', 'toString', '__proto__']) assert.equal(catalogue.find(type), undefined)
    assert.deepEqual(
      catalogue.types,
      NODE_KINDS.map(({ type }) => type),
    )
  })

  it('The node catalogue has no duplicate types', () => {
    assert.equal(new Set(NODE_KINDS.map(({ type }) => type)).size, NODE_KINDS.length)
  })

  it('The node catalogue has no instant node kind with effects or iterations', () => {
    const instant = NODE_KINDS.filter((kind) => kind.isInstant === true)
    assert.ok(instant.length > 0)
    for (const kind of instant) assert.ok(!kind.hasEffect && kind.isLoop !== true, kind.type)
  })

  for (const kind of NODE_KINDS) {
    it(`The node kind \`${kind.type}\` has the texts that the editor and the reference need`, () => {
      assert.match(kind.type, /^[a-z][a-z_]*$/)
      assert.notEqual(kind.title, '')
      assert.match(kind.summary, /\.$/)
      assert.ok(existsSync(join(ICONS, `${kind.icon}.mjs`)), `${kind.icon} is no icon`)
      assert.ok(kind.keywords.length > 0)
      for (const keyword of kind.keywords) assert.match(keyword, /^[a-z][a-z -]+$/)
      const { properties } = kind.parameters as unknown as { properties: Record<string, { title?: string }> }
      for (const [name, schema] of Object.entries(properties)) assert.ok(schema.title, `${name} has a title`)
      for (const path of [kind.conditions, kind.literals, kind.liveConditions].flatMap(
        (paths) => paths ?? [],
      )) {
        assert.ok((path.split(/\[\]|\./)[0] ?? '') in properties, path)
      }
    })
  }
})
