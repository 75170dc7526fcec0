import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Definition, JsonObject } from '#domain/index.ts'
import { describeChanges } from './describe-changes.ts'

const NO_CHANGES = {
  nodesAdded: [],
  nodesRemoved: [],
  nodesChanged: [],
  edgesChanged: false,
  variablesChanged: false,
  complete: true,
}

describe('describeChanges', () => {
  it('Equal definitions have no changes, whatever the order of their keys', () => {
    const before = definition([{ id: 'a', data: { x: 1, y: 2 } }])
    const after = definition([{ data: { y: 2, x: 1 }, id: 'a' }])
    assert.deepEqual(describeChanges(before, after), NO_CHANGES)
  })

  it('Added, removed and changed nodes are listed', () => {
    const before = definition([{ id: 'same' }, { id: 'removed' }, { id: 'moved', position: { x: 1 } }])
    const after = definition([{ id: 'same' }, { id: 'moved', position: { x: 2 } }, { id: 'added' }])
    assert.deepEqual(describeChanges(before, after), {
      ...NO_CHANGES,
      nodesAdded: ['added'],
      nodesRemoved: ['removed'],
      nodesChanged: ['moved'],
    })
  })

  it('Changes of edges and variables are reported', () => {
    const before = definition([])
    assert.deepEqual(describeChanges(before, { ...before, edges: [{ source: 'a', target: 'b' }] }), {
      ...NO_CHANGES,
      edgesChanged: true,
    })
    assert.deepEqual(describeChanges(before, { ...before, variables: { limit: 5 } }), {
      ...NO_CHANGES,
      variablesChanged: true,
    })
  })

  it('The list is incomplete when nodes without a unique id differ', () => {
    for (const node of [{ type: 'set' }, { id: 5 }, { id: '' }, { id: 'a', type: 'set' }]) {
      const changes = describeChanges(definition([{ id: 'a' }]), definition([{ id: 'a' }, node]))
      assert.deepEqual(changes, { ...NO_CHANGES, complete: false })
    }
    const same = definition([{ id: 'a' }, { type: 'set' }])
    assert.deepEqual(describeChanges(same, { ...same, nodes: [...same.nodes, { id: 'b' }] }), {
      ...NO_CHANGES,
      nodesAdded: ['b'],
    })
  })

  it('The list is incomplete when only the order of nodes changed', () => {
    const changes = describeChanges(
      definition([{ id: 'a' }, { id: 'b' }]),
      definition([{ id: 'b' }, { id: 'a' }]),
    )
    assert.deepEqual(changes, { ...NO_CHANGES, complete: false })
  })

  it('At most a hundred nodes are listed, and none with an id of more than 200 characters', () => {
    const many = Array.from({ length: 150 }, (_, number) => ({ id: `n${number}` }))
    const added = describeChanges(definition([]), definition(many))
    assert.deepEqual([added.nodesAdded.length, added.complete], [100, false])
    const long = definition([{ id: 'x'.repeat(201) }, { id: 'y'.repeat(200) }])
    const removed = describeChanges(long, definition([]))
    assert.deepEqual([removed.nodesRemoved, removed.complete], [['y'.repeat(200)], false])
  })

  it('Ids such as __proto__ are plain text', () => {
    const ids = ['__proto__', 'constructor', 'toString', '\u0000']
    const changes = describeChanges(definition([]), definition(ids.map((id) => ({ id }))))
    assert.deepEqual(changes, { ...NO_CHANGES, nodesAdded: ids })
  })
})

function definition(nodes: readonly JsonObject[]): Definition {
  return { nodes, edges: [], variables: {} }
}
