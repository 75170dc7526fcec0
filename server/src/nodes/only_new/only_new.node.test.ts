import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import { NOW, nodeCall } from '#nodes/testing/node-call.ts'
import { onlyNewNode } from './only_new.node.ts'

/** What a node decides when these items are remembered. */
function settle(parameters: JsonObject, seen: readonly string[] = []) {
  const result = onlyNewNode.run(nodeCall({ parameters }))
  assert.ok('useState' in result, JSON.stringify(result))
  const { result: done, change } = result.useState.settle({ entry: undefined, seen: new Set(seen) })
  assert.ok(done.ok)
  return { use: result.useState, output: done.output, handle: done.handle, change }
}

const failureOf = (parameters: JsonObject): string => {
  const result = onlyNewNode.run(nodeCall({ parameters }))
  assert.ok('ok' in result && !result.ok)
  return result.message
}

describe('The `only_new` node', () => {
  const items = [{ id: 1 }, { id: 2 }, { id: 1, again: true }, { id: 3 }]

  it('passes on the items that are not remembered, each once, and remembers them', () => {
    const { use, output, handle, change } = settle({ items, fields: ['id'], expires_seconds: 10 }, ['2'])
    assert.deepEqual(use.items, ['1', '2', '3'])
    assert.deepEqual([output, handle], [[{ id: 1 }, { id: 3 }], 'new'])
    assert.deepEqual(change, {
      kind: 'remember',
      items: ['1', '3'],
      present: ['2'],
      limit: 10_000,
      expiresAt: NOW + 10_000,
    })
  })

  it('refuses a list that is too long for one transaction', () => {
    const long = Array.from({ length: 5_001 }, (_, n) => n)
    assert.match(failureOf({ items: long }), /has 5001 items, but this node takes at most 5000: it remembers/)
    assert.equal(settle({ items: long.slice(1) }).use.items.length, 5_000)
  })

  it('says that there is nothing new, and changes nothing', () => {
    for (const parameters of [{ items: [] }, { items, fields: ['id'] }]) {
      const { output, handle, change } = settle(parameters, ['1', '2', '3'])
      assert.deepEqual([output, handle, change], [[], 'none', undefined])
    }
  })

  it('remembers at least as many items as the list has', () => {
    const limitOf = (remember: number) => {
      const { change } = settle({ items, fields: ['id'], remember })
      assert.ok(change?.kind === 'remember')
      return change.limit
    }
    assert.deepEqual([limitOf(1), limitOf(50)], [3, 50])
  })

  it('compares whole items regardless of the order of their members, and long ones by a hash', () => {
    const namesOf = (list: JsonValue[]) => settle({ items: list }).use.items
    assert.equal(
      namesOf([
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ]).length,
      1,
    )
    assert.notDeepEqual(namesOf([1]), namesOf(['1']))
    for (const name of namesOf(['x'.repeat(1_000), 'a\u0000', 'ä', { long: 'y'.repeat(200) }])) {
      assert.match(name, /^#[\w-]{43}$/)
    }
  })

  it('takes keys from an expression', () => {
    assert.deepEqual(settle({ items: [5, 6, 7], keys: ['a', 'b', 'a'] }).output, [5, 6])
    assert.match(
      failureOf({ items: [5, 6], keys: ['a'] }),
      /one key for each of the 2 items, but it has 1 keys/,
    )
    assert.match(failureOf({ items: [5, 6], keys: 'a' }), /but it is no list/)
    assert.deepEqual(
      onlyNewNode.check?.({ fields: ['id'], keys: '{{ x }}' }).map(({ parameter }) => parameter),
      ['keys'],
    )
  })

  it('remembers under the id of the node unless it has a key', () => {
    assert.equal(settle({ items }).use.key, undefined)
    assert.deepEqual([settle({ items, key: 7, scope: 'account' }).use.key], ['7'])
    assert.match(failureOf({ items, key: '' }), /`key` must not be empty/)
  })

  it('does not take a key that holds a value', () => {
    const result = onlyNewNode.run(nodeCall({ parameters: { items } }))
    assert.ok('useState' in result)
    const entry = { kind: 'value', key: 'k' } as never
    const { result: done, change } = result.useState.settle({ entry, seen: new Set() })
    assert.deepEqual([!done.ok && done.code, change], ['STATE_KEY_IN_USE', undefined])
  })
})
