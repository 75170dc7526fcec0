import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Definition, JsonObject } from '#domain/index.ts'
import { describeChanges } from './describe-changes.ts'

const NONE = {
  nodesAdded: [],
  nodesRemoved: [],
  nodesChanged: [],
  edgesChanged: false,
  variablesChanged: false,
  complete: true,
}

describe('what a version changed', () => {
  it('is nothing when both are the same, whatever the order of keys', () => {
    const before = drawing([{ id: 'a', data: { x: 1, y: 2 } }])
    const after = drawing([{ data: { y: 2, x: 1 }, id: 'a' }])
    assert.deepEqual(describeChanges(before, after), NONE)
  })

  it('names nodes that came, went, and differ', () => {
    const before = drawing([{ id: 'stays' }, { id: 'goes' }, { id: 'moves', position: { x: 1 } }])
    const after = drawing([{ id: 'stays' }, { id: 'moves', position: { x: 2 } }, { id: 'comes' }])
    assert.deepEqual(describeChanges(before, after), {
      ...NONE,
      nodesAdded: ['comes'],
      nodesRemoved: ['goes'],
      nodesChanged: ['moves'],
    })
  })

  it('tells of edges and variables', () => {
    const before = drawing([])
    assert.deepEqual(describeChanges(before, { ...before, edges: [{ source: 'a', target: 'b' }] }), {
      ...NONE,
      edgesChanged: true,
    })
    assert.deepEqual(describeChanges(before, { ...before, variables: { limit: 5 } }), {
      ...NONE,
      variablesChanged: true,
    })
  })

  it('is not complete when nodes without an id of their own differ', () => {
    for (const node of [{ type: 'set' }, { id: 5 }, { id: '' }, { id: 'a', type: 'set' }]) {
      const changes = describeChanges(drawing([{ id: 'a' }]), drawing([{ id: 'a' }, node]))
      assert.deepEqual(changes, { ...NONE, complete: false })
    }
    const same = drawing([{ id: 'a' }, { type: 'set' }])
    assert.deepEqual(describeChanges(same, { ...same, nodes: [...same.nodes, { id: 'b' }] }), {
      ...NONE,
      nodesAdded: ['b'],
    })
  })

  it('is not complete when only the order is new', () => {
    const changes = describeChanges(drawing([{ id: 'a' }, { id: 'b' }]), drawing([{ id: 'b' }, { id: 'a' }]))
    assert.deepEqual(changes, { ...NONE, complete: false })
  })

  it('names a hundred nodes at most, and none whose id is a text of its own', () => {
    const many = Array.from({ length: 150 }, (_, number) => ({ id: `n${number}` }))
    const added = describeChanges(drawing([]), drawing(many))
    assert.deepEqual([added.nodesAdded.length, added.complete], [100, false])
    const long = drawing([{ id: 'x'.repeat(201) }, { id: 'y'.repeat(200) }])
    const removed = describeChanges(long, drawing([]))
    assert.deepEqual([removed.nodesRemoved, removed.complete], [['y'.repeat(200)], false])
  })

  it('takes ids for plain text, whatever they spell', () => {
    const ids = ['__proto__', 'constructor', 'toString', '\u0000']
    const changes = describeChanges(drawing([]), drawing(ids.map((id) => ({ id }))))
    assert.deepEqual(changes, { ...NONE, nodesAdded: ids })
  })
})

function drawing(nodes: readonly JsonObject[]): Definition {
  return { nodes, edges: [], variables: {} }
}
