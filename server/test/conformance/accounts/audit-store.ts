import assert from 'node:assert/strict'
import type { AccountId, AuditEntry } from '#domain/index.ts'
import { type ConformanceOptions, type Subject, testPromises } from '../conformance-suite.ts'
import { sampleForm, sampleWorkflow } from '../samples.ts'

const AT = Date.UTC(2026, 0, 31)
const ALL = { before: undefined, limit: 100 }

export function testAuditStore(options: ConformanceOptions): void {
  testPromises(options, {
    async 'An entry is returned as it was written, newest first'(subject) {
      const { store } = subject
      const account = await subject.newAccount()
      const first = await insert(subject, account, { details: { changed: ['name', 'ünï'] } })
      const second = await insert(subject, account, {
        actor: { kind: 'system', id: null, name: 'Command line' },
        resource: { kind: 'master_key', id: null, name: null },
        action: 'master_key.rotate',
        address: null,
        requestId: null,
      })
      assert.deepEqual(await store.audit.list(account, {}, ALL), [second, first])
      assert.deepEqual(await store.audit.list(await subject.newAccount(), {}, ALL), [])
    },

    async 'An entry is not stored when its transaction fails'(subject) {
      const { store } = subject
      const account = await subject.newAccount()
      const failing = store.write(async (tx) => {
        await store.audit.insert(tx, sample(subject, account))
        throw new Error('the change failed')
      })
      await assert.rejects(failing, { message: 'the change failed' })
      assert.deepEqual(await store.audit.list(account, {}, ALL), [])
    },

    async 'Filters apply together, and pages continue after the cursor'(subject) {
      const { store, ids } = subject
      const account = await subject.newAccount()
      const [ada, workflow] = [ids.next(AT), ids.next(AT)]
      const actor = { kind: 'person', id: ada, name: 'Ada' } as const
      const resource = { kind: 'workflow', id: workflow, name: 'Orders' }
      const written = [
        await insert(subject, account, { actor, resource, action: 'workflow.create' }, AT),
        await insert(subject, account, { actor, resource, action: 'workflow.publish' }, AT + 1_000),
        await insert(subject, account, { resource, action: 'workflow.publish' }, AT + 2_000),
        await insert(subject, account, { actor }, AT + 3_000),
      ].toReversed()
      const [keyCreated, published, ownPublished, created] = written
      const list = (filter: object, cursor = ALL) => store.audit.list(account, filter, cursor)
      assert.deepEqual(await list({ actor: ada }), [keyCreated, ownPublished, created])
      assert.deepEqual(await list({ action: 'workflow' }), [published, ownPublished, created])
      assert.deepEqual(await list({ action: 'workflow.publish', actor: ada }), [ownPublished])
      assert.deepEqual(await list({ resourceId: workflow, from: AT + 1_000, to: AT + 1_000 }), [ownPublished])
      assert.deepEqual(await list({ actor: 'system' }), [])
      const page = await list({}, { ...ALL, limit: 2 })
      assert.deepEqual(page, [keyCreated, published])
      const next = await store.audit.list(account, {}, { before: published?.id, limit: 2 })
      assert.deepEqual(next, [ownPublished, created])
    },

    async 'A recent entry of the same actor, action and resource is noticed'(subject) {
      const { store } = subject
      const account = await subject.newAccount()
      const entry = await insert(subject, account)
      const has = (changes: Partial<AuditEntry>, since: number) =>
        store.write((tx) => store.audit.hasRecent(tx, { ...entry, ...changes }, since))
      assert.equal(await has({}, AT), true)
      assert.equal(await has({}, AT + 1), false)
      assert.equal(await has({ action: 'api_key.revoke' }, AT), false)
      assert.equal(await has({ actor: { kind: 'person', id: 'x', name: 'Ada' } }, AT), false)
      assert.equal(await has({ resource: { kind: 'api_key', id: 'x', name: null } }, AT), false)
    },

    async 'Every actor is listed once, with the latest name'(subject) {
      const { store, ids } = subject
      const account = await subject.newAccount()
      const id = ids.next(AT)
      await insert(subject, account, { actor: { kind: 'person', id, name: 'Ada' } })
      await insert(subject, account, { actor: { kind: 'person', id, name: 'Ada L.' } })
      await insert(subject, account, { actor: { kind: 'system', id: null, name: 'Command line' } })
      const actors = (await store.audit.actors(account, { after: undefined, limit: 10 })).map(
        ({ actor }) => actor,
      )
      assert.deepEqual(
        actors.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
        [
          { kind: 'person', id, name: 'Ada L.' },
          { kind: 'system', id: null, name: 'Command line' },
        ],
      )
    },

    async 'Pages of actors follow each other without duplicates or gaps'(subject) {
      const { store, ids } = subject
      const account = await subject.newAccount()
      const names: string[] = []
      const add = async (name: string) => {
        await insert(subject, account, { actor: { kind: 'key', id: ids.next(AT), name } })
        names.push(name)
      }
      for (let n = 0; n < 5; n += 1) await add(`Key ${n}`)
      const found: string[] = []
      let after: string | undefined
      for (;;) {
        const page = await store.audit.actors(account, { after, limit: 2 })
        if (page.length === 0) break
        assert.ok(page.length <= 2)
        found.push(...page.map(({ actor }) => actor.name))
        after = page.at(-1)?.position
      }
      assert.deepEqual(found.toSorted(), names)
    },

    async 'The names of resources are found in their own account, also before the commit'(subject) {
      const { store, ids } = subject
      const account = await subject.newAccount()
      const [workflow, form] = [sampleWorkflow(ids, account), sampleForm(ids, account)]
      const names = await store.write(async (tx) => {
        await store.workflows.insert(tx, workflow)
        await store.forms.insert(tx, form)
        return [
          await store.audit.nameOf(tx, account, 'workflow', workflow.id),
          await store.audit.nameOf(tx, account, 'form', form.id),
          await store.audit.nameOf(tx, account, 'form', workflow.id),
          await store.audit.nameOf(tx, account, 'execution', workflow.id),
          await store.audit.nameOf(tx, account, 'constructor', workflow.id),
        ]
      })
      assert.deepEqual(names, [workflow.name, form.name, undefined, undefined, undefined])
      const other = await subject.newAccount()
      assert.equal(
        await store.write((tx) => store.audit.nameOf(tx, other, 'workflow', workflow.id)),
        undefined,
      )
    },

    async 'Old entries are pruned in batches'(subject) {
      const { store } = subject
      await store.audit.prune(AT + 1_000_000, 1_000)
      const account = await subject.newAccount()
      for (const at of [1, 2, 3]) await insert(subject, account, {}, AT + at)
      const kept = await insert(subject, account, {}, AT + 4)
      assert.equal(await store.audit.prune(AT + 4, 2), 2)
      assert.equal(await store.audit.prune(AT + 4, 2), 1)
      assert.equal(await store.audit.prune(AT + 4, 2), 0)
      assert.deepEqual(await store.audit.list(account, {}, ALL), [kept])
    },
  })
}

function sample(
  { ids }: Subject,
  accountId: AccountId,
  changes: Partial<AuditEntry> = {},
  at = AT,
): AuditEntry {
  return {
    id: ids.next(at),
    accountId,
    at,
    actor: { kind: 'key', id: ids.next(at), name: 'Reports' },
    action: 'api_key.create',
    resource: { kind: 'api_key', id: ids.next(at), name: 'Reports' },
    address: '192.0.2.1',
    requestId: 'request-1',
    details: {},
    ...changes,
  }
}

async function insert(
  subject: Subject,
  account: AccountId,
  changes: Partial<AuditEntry> = {},
  at = AT,
): Promise<AuditEntry> {
  const entry = sample(subject, account, changes, at)
  await subject.store.write((tx) => subject.store.audit.insert(tx, entry))
  return entry
}
