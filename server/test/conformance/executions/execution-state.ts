import assert from 'node:assert/strict'
import type { AccountId, JsonValue, StateChange } from '#domain/index.ts'
import type { FoundState, StateUse } from '#ports/index.ts'
import { AWKWARD_DOCUMENTS } from '../awkward-json.ts'
import { testPromises } from '../conformance-suite.ts'
import type { EngineStoreOptions, EngineSubject } from '../engine-store.ts'
import { sampleStep } from '../samples.ts'
import { accept, checkpointOf, insertWorkflow } from './execution-samples.ts'

const SCOPE = 'account'

/** What workflows remember: changed together with the step that decides it. */
export function testExecutionState(options: EngineStoreOptions): void {
  testPromises(options, {
    async 'A change of state is stored with the checkpoint of its step, and not without it'(subject) {
      const { store } = subject
      const open = await accept(subject)
      const state = increment(subject, open.accountId, 'n')
      const steps = [sampleStep('a')]
      assert.equal(await store.journal.checkpoint(checkpointOf(open, { steps, state })), 'committed')
      assert.deepEqual(await valueOf(subject, open.accountId, 'n'), 1)
      const loaded = await store.journal.load(open.id, open.owner)
      assert.deepEqual(loaded?.steps, [sampleStep('a'), { ...sampleStep('counter'), output: 1 }])
      for (const lost of [{ sequence: 0 }, { owner: 'other', sequence: 1 }]) {
        const late = checkpointOf(open, { ...lost, state: increment(subject, open.accountId, 'n') })
        assert.equal(await store.journal.checkpoint(late), 'lost')
      }
      assert.deepEqual(await valueOf(subject, open.accountId, 'n'), 1)
    },

    async 'No increment is lost, however many runs use the same key at once'(subject) {
      const { store } = subject
      const workflow = await insertWorkflow(subject)
      const runs = await Promise.all(Array.from({ length: 20 }, () => accept(subject, workflow)))
      const results = await Promise.all(
        runs.map((open) =>
          store.journal.checkpoint(
            checkpointOf(open, { state: increment(subject, open.accountId, 'shared') }),
          ),
        ),
      )
      assert.deepEqual(new Set(results), new Set(['committed']))
      assert.equal(await valueOf(subject, workflow.accountId, 'shared'), 20)
      const outputs = await Promise.all(
        runs.map(async ({ id, owner }) => (await store.journal.load(id, owner))?.steps[0]),
      )
      const counted = outputs.map((step) => (step as { output: number }).output)
      assert.deepEqual(
        counted.sort((a, b) => a - b),
        runs.map((_, index) => index + 1),
      )
    },

    async 'A decision without a change is recorded as well'(subject) {
      const { store } = subject
      const open = await accept(subject)
      const state = useOf(subject, open.accountId, 'absent', () => undefined)
      assert.equal(await store.journal.checkpoint(checkpointOf(open, { state })), 'committed')
      assert.equal(await store.state.find(address(open.accountId, 'absent'), 0), undefined)
      assert.equal((await store.journal.load(open.id, open.owner))?.steps.length, 1)
    },

    async 'Values are returned unchanged, and each change counts'(subject) {
      const { accountId } = await insertWorkflow(subject)
      for (const [index, value] of Object.values(AWKWARD_DOCUMENTS).entries()) {
        await change(
          subject,
          { accountId, key: 'document', at: index },
          { kind: 'set', value, expiresAt: null },
        )
        const found = await subject.store.state.find(address(accountId, 'document'), 0)
        assert.deepEqual(found?.entry.value, value)
        assert.equal(found?.entry.revision, index + 1)
        assert.deepEqual([found?.entry.createdAt, found?.entry.updatedAt], [0, index])
      }
      await change(subject, { accountId, key: 'document' }, { kind: 'delete' })
      assert.equal(await valueOf(subject, accountId, 'document'), undefined)
    },

    async 'Accounts and scopes do not see each other'(subject) {
      const one = await insertWorkflow(subject)
      const other = await insertWorkflow(subject)
      await change(
        subject,
        { accountId: one.accountId, key: 'k' },
        { kind: 'set', value: 1, expiresAt: null },
      )
      assert.equal(await valueOf(subject, other.accountId, 'k'), undefined)
      const inWorkflow = { accountId: one.accountId, scope: one.id, key: 'k' }
      assert.equal(await subject.store.state.find(inWorkflow, 0), undefined)
      assert.deepEqual(await keysOf(subject, other.accountId), [])
    },

    async 'What has expired is absent, and is deleted in batches'(subject) {
      const { store } = subject
      const { accountId } = await insertWorkflow(subject)
      await change(subject, { accountId, key: 'short' }, { kind: 'set', value: 1, expiresAt: 100 })
      await change(subject, { accountId, key: 'long' }, { kind: 'set', value: 2, expiresAt: 200 })
      await change(subject, { accountId, key: 'seen' }, remembering(['a'], { expiresAt: 100 }))
      assert.equal(await valueOf(subject, accountId, 'short', 99), 1)
      assert.equal(await valueOf(subject, accountId, 'short', 100), undefined)
      assert.deepEqual(await keysOf(subject, accountId, { at: 100 }), ['seen', 'long'])
      const seen = (at: number) => seenOf(subject, accountId, ['a'], at)
      assert.deepEqual([await seen(99), await seen(100)], [['a'], []])
      while ((await store.state.deleteExpired(150, 1)) > 0);
      assert.deepEqual(await keysOf(subject, accountId), ['seen', 'long'])
      // A value that expired and was not deleted yet does not shine through.
      await change(subject, { accountId, key: 'long', at: 300 }, { kind: 'set', value: 3, expiresAt: null })
      const found = await store.state.find(address(accountId, 'long'), 300)
      assert.deepEqual([found?.entry.value, found?.entry.revision, found?.entry.createdAt], [3, 1, 300])
    },

    async 'The latest items are remembered, and those that are still there count as latest'(subject) {
      const { accountId } = await insertWorkflow(subject)
      const items = (from: number, count: number) =>
        Array.from({ length: count }, (_, index) => `item ${from + index}`)
      await change(subject, { accountId, key: 'seen' }, remembering(items(0, 1_200), { limit: 1_500 }))
      assert.deepEqual(await seenOf(subject, accountId, items(1_190, 20)), items(1_190, 10))
      await change(
        subject,
        { accountId, key: 'seen' },
        remembering(items(1_200, 600), { present: ['item 0'], limit: 1_500 }),
      )
      assert.deepEqual(
        await seenOf(subject, accountId, ['item 0', 'item 1', 'item 300', 'item 301', 'item 1799']),
        ['item 0', 'item 301', 'item 1799'],
      )
      const found = await subject.store.state.find(address(accountId, 'seen'), 0)
      assert.deepEqual([found?.entry.kind, found?.remembered], ['seen', 1_500])
      await change(subject, { accountId, key: 'seen' }, { kind: 'delete' })
      assert.deepEqual(await seenOf(subject, accountId, items(0, 1_800)), [])
    },

    async 'Lists are newest first, in pages, and find keys by their exact beginning'(subject) {
      const { accountId, id } = await insertWorkflow(subject)
      for (const key of ['a:1', 'A:2', 'a:%', 'a_3', 'b:ä😀1', 'b:ä2']) {
        await change(subject, { accountId, key }, { kind: 'set', value: { of: key }, expiresAt: null })
      }
      await change(
        subject,
        { accountId, key: 'a:9', scope: id },
        { kind: 'set', value: 'x'.repeat(500), expiresAt: null },
      )
      assert.deepEqual(await keysOf(subject, accountId), [
        'a:9',
        'b:ä2',
        'b:ä😀1',
        'a_3',
        'a:%',
        'A:2',
        'a:1',
      ])
      assert.deepEqual(await keysOf(subject, accountId, { prefix: 'a:' }), ['a:9', 'a:%', 'a:1'])
      assert.deepEqual(await keysOf(subject, accountId, { prefix: 'a:%' }), ['a:%'])
      assert.deepEqual(await keysOf(subject, accountId, { prefix: 'b:ä😀' }), ['b:ä😀1'])
      assert.deepEqual(await keysOf(subject, accountId, { scope: id }), ['a:9'])
      const filter = { scope: undefined, prefix: undefined, at: 0 }
      const first = await subject.store.state.list(accountId, filter, { before: undefined, limit: 2 })
      const second = await subject.store.state.list(accountId, filter, { before: first[1]?.id, limit: 2 })
      assert.deepEqual(
        [...first, ...second].map(({ key }) => key),
        ['a:9', 'b:ä2', 'b:ä😀1', 'a_3'],
      )
      assert.equal(first[0]?.preview, `"${'x'.repeat(159)}`)
      assert.equal(first[1]?.preview, '{"of":"b:ä2"}')
    },
  })
}

const address = (accountId: AccountId, key: string) => ({ accountId, scope: SCOPE, key })

function useOf(
  { ids }: EngineSubject,
  accountId: AccountId,
  key: string,
  decide: (found: FoundState) => StateChange | undefined,
): StateUse {
  return {
    address: address(accountId, key),
    items: [],
    at: 0,
    newId: ids.next(0),
    settle(found) {
      const change = decide(found)
      const output: JsonValue = change?.kind === 'set' ? change.value : null
      return { change, steps: [{ ...sampleStep('counter'), output }] }
    },
  }
}

function increment(subject: EngineSubject, accountId: AccountId, key: string): StateUse {
  return useOf(subject, accountId, key, ({ entry }) => ({
    kind: 'set',
    value: ((entry?.value ?? 0) as number) + 1,
    expiresAt: null,
  }))
}

async function change(
  subject: EngineSubject,
  { at = 0, scope = SCOPE, ...target }: { accountId: AccountId; key: string; at?: number; scope?: string },
  change: StateChange,
): Promise<void> {
  const { store } = subject
  const use = useOf(subject, target.accountId, target.key, () => change)
  await store.write((tx) => store.state.use(tx, { ...use, address: { ...target, scope }, at }))
}

function remembering(
  items: readonly string[],
  changes: { present?: readonly string[]; limit?: number; expiresAt?: number },
): StateChange {
  return { kind: 'remember', items, present: [], limit: 100, expiresAt: null, ...changes }
}

async function valueOf({ store }: EngineSubject, accountId: AccountId, key: string, at = 0) {
  return (await store.state.find(address(accountId, key), at))?.entry.value
}

async function seenOf(subject: EngineSubject, accountId: AccountId, items: readonly string[], at = 0) {
  const { store } = subject
  let found: string[] = []
  const use = useOf(subject, accountId, 'seen', ({ seen }) => {
    found = items.filter((item) => seen.has(item))
    return undefined
  })
  await store.write((tx) => store.state.use(tx, { ...use, items, at }))
  return found
}

async function keysOf(
  { store }: EngineSubject,
  accountId: AccountId,
  filter: { scope?: string; prefix?: string; at?: number } = {},
): Promise<readonly string[]> {
  const { scope, prefix, at = 0 } = filter
  const found = await store.state.list(accountId, { scope, prefix, at }, { before: undefined, limit: 100 })
  return found.map(({ key }) => key)
}
