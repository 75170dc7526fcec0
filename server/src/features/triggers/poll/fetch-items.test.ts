import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AccountId, JsonObject, JsonValue } from '#domain/index.ts'
import { READ_AS_TEXT, readPoll } from '#nodes/index.ts'
import type { NodeDone, NodeFailed, NodeKind } from '#ports/index.ts'
import { countTurns } from '#test/support/count-turns.ts'
import { fetchItems } from './fetch-items.ts'

/** A node kind that answers each request with the same result. */
const answering = (result: NodeDone | NodeFailed) =>
  ({ type: 'http', parameters: {}, run: () => result }) as unknown as NodeKind

const listOf = (body: JsonValue): NodeDone => ({ ok: true, output: { body } })

function fetchFrom(result: NodeDone | NodeFailed, data: JsonObject, timeoutMs = 10_000) {
  const read = readPoll({ every_seconds: 60, url: 'https://example.com', ...data })
  assert.ok(read.ok)
  return fetchItems([answering(result)], {
    settings: { ...read.poll, timeoutMs },
    account: 'account' as AccountId,
    credentialId: undefined,
    cursor: null,
    variables: {},
    vars: {},
    id: 'poll',
    now: 0,
    signal: new AbortController().signal,
  })
}

/** Reads the whole list for each item. */
const SLOW_KEY = '{{ previous.body.map(one => one.id + item.id).join("-") }}'
const items = (length: number) => Array.from({ length }, (_, id) => ({ id }))

describe('fetchItems', () => {
  it('An item has the key that `key` says, its id, or all of it', async () => {
    const keysOf = async (list: JsonValue, data: JsonObject = {}) => {
      const fetched = await fetchFrom(listOf(list), data)
      return 'ok' in fetched ? fetched : fetched.items.map(({ key }) => key)
    }
    assert.deepEqual(await keysOf([{ id: 7 }, { id: 7 }, { id: 'a' }]), ['7', '"a'])
    assert.deepEqual(await keysOf([{ id: 7, name: 'x' }], { key: '{{ item.name }}' }), ['"x'])
    assert.deepEqual(await keysOf([1, 'b']), ['1', '"b'])
  })

  it('Computing keys lets other work have its turn', async () => {
    // More computing than fits into a few slices, however fast the machine is, and without a limit that a slow one could reach.
    const { result: fetched, turns } = await countTurns(() =>
      fetchFrom(listOf(items(1_500)), { key: SLOW_KEY }, 600_000),
    )
    assert.ok('items' in fetched)
    assert.equal(fetched.items.length, 1_500)
    assert.ok(turns > 3, `others had ${turns} turns`)
  })

  it('Computing keys fails when the time limit is used up', async () => {
    const fetched = await fetchFrom(listOf(items(10_000)), { key: SLOW_KEY }, 200)
    assert.ok('ok' in fetched)
    assert.deepEqual([fetched.code, fetched.message], ['TIMED_OUT', 'The poll took longer than 0.2 s.'])
  })

  it('A response that is not valid is explained without parameters that a poll does not have', async () => {
    const refused: NodeFailed = {
      ok: false,
      code: 'INVALID_RESPONSE',
      message: `The response is not valid JSON. ${READ_AS_TEXT}`,
    }
    const fetched = await fetchFrom(refused, {})
    assert.ok('ok' in fetched)
    assert.equal(
      fetched.message,
      'The response is not valid JSON. A poll cannot read it. Check the URL and the headers of the request.',
    )
  })
})
