import assert from 'node:assert/strict'
import type { Workflow } from '#domain/index.ts'
import { type ConformanceOptions, type Subject, testPromises } from '../conformance-suite.ts'
import { accept } from '../executions/execution-samples.ts'
import { insertWorkflow, numbersOf, saveVersion } from './saved-versions.ts'

const EVER = { from: 0, to: Date.UTC(2100, 0, 1) }

export function testAutosaves(options: ConformanceOptions): void {
  testPromises(options, {
    async 'Only an autosave that no execution uses can be replaced'(subject) {
      const first = await insertWorkflow(subject)
      assert.equal(await replaceableOf(subject, first), undefined)
      const saved = await saveVersion(subject, first)
      assert.equal(await replaceableOf(subject, saved), undefined)
      const autosave = await saveVersion(subject, saved, { nodes: [] }, { isAutosave: true })
      const { nodes, edges, variables } = saved
      const base = { createdAt: saved.updatedAt, nodes, edges, variables }
      assert.deepEqual(await replaceableOf(subject, autosave), { base })
      await accept(subject, autosave, { startedAt: autosave.updatedAt })
      assert.equal(await replaceableOf(subject, autosave), undefined)
    },

    async 'A version that is kept cannot be replaced, and gets its note'(subject) {
      const { store } = subject
      const autosave = await saveVersion(subject, await insertWorkflow(subject), {}, { isAutosave: true })
      const { accountId, id, versionId } = autosave
      await store.write((tx) => store.versions.keep(tx, accountId, versionId, 'Live.'))
      assert.equal(await replaceableOf(subject, autosave), undefined)
      assert.equal((await store.versions.find(accountId, id, versionId))?.note, 'Live.')
      await store.write((tx) => store.versions.keep(tx, accountId, versionId))
      assert.equal((await store.versions.find(accountId, id, versionId))?.note, 'Live.')
    },

    async 'A replaced version leaves the history, and its number goes to the next one'(subject) {
      const { store } = subject
      const { autosave, next } = await replaceOne(subject)
      assert.deepEqual(await numbersOf(subject, next), [2, 1])
      const [newest] = await store.versions.list(next.accountId, next.id, { before: undefined, limit: 1 })
      assert.equal(newest?.id, next.versionId)
      const replaced = await store.versions.find(next.accountId, next.id, autosave.versionId)
      assert.deepEqual([replaced?.number, replaced?.isCurrent], [2, false])
      const after = await saveVersion(subject, next)
      assert.deepEqual(await numbersOf(subject, after), [3, 2, 1])
    },

    async 'A draft that is followed stays in the history without its number, which goes to the next one'(
      subject,
    ) {
      const { store } = subject
      const first = await insertWorkflow(subject, {}, { isAutosave: true })
      assert.deepEqual(await replaceableOf(subject, first), { base: null })
      const details = { isAutosave: true, succession: 'follows' } as const
      const second = await saveVersion(subject, first, { nodes: [] }, details)
      const third = await saveVersion(subject, second, { edges: [] }, details)
      assert.deepEqual(await numbersOf(subject, third), [1, null, null])
      const { createdAt } = (await replaceableOf(subject, third))?.base ?? {}
      assert.equal(createdAt, second.updatedAt)
      const { accountId, id, versionId } = first
      assert.equal((await store.versions.find(accountId, id, versionId))?.number, null)
      assert.equal((await store.versions.labels(accountId, [versionId])).get(versionId)?.number, null)
      assert.equal((await store.workflows.findVersion(accountId, versionId))?.test, undefined)
      assert.deepEqual(await numbersOf(subject, await saveVersion(subject, third)), [2, 1, null, null])
    },

    async 'A workflow that begins empty leaves nothing of that in its history'(subject) {
      const empty = { nodes: [], edges: [], variables: {} }
      const first = await insertWorkflow(subject, empty, { isAutosave: true })
      const base = { createdAt: first.createdAt, ...empty }
      assert.deepEqual(await replaceableOf(subject, first), { base })
      const nodes = [{ id: 'a', type: 'set' }]
      const changes = {
        nodesAdded: ['a'],
        nodesRemoved: [],
        nodesChanged: [],
        edgesChanged: false,
        variablesChanged: false,
        complete: true,
      }
      const details = { isAutosave: true, succession: 'replaces', changes } as const
      const second = await saveVersion(subject, first, { nodes }, details)
      assert.deepEqual(await numbersOf(subject, second), [1])
      assert.deepEqual(await replaceableOf(subject, second), { base })
    },

    async 'A replaced version is deleted unless an execution uses it'(subject) {
      const { store } = subject
      const unused = await replaceOne(subject)
      const ran = await replaceOne(subject, async (autosave) => {
        await accept(subject, autosave, { startedAt: autosave.updatedAt })
      })
      await store.versions.deleteUnlisted({ from: 0, to: unused.next.updatedAt - 1 })
      assert.ok(await exists(subject, unused.autosave))
      assert.ok((await store.versions.deleteUnlisted(EVER)) >= 1)
      assert.equal(await exists(subject, unused.autosave), false)
      assert.equal(await exists(subject, unused.next), true)
      assert.equal(await exists(subject, ran.autosave), true)
      assert.deepEqual(await numbersOf(subject, unused.next), [2, 1])
    },

    async 'Many replaced versions are deleted, between others that executions use'(subject) {
      const { store, ids } = subject
      let workflow = await insertWorkflow(subject)
      const replaced: Workflow[] = []
      for (let count = 0; count < 450; count += 1) {
        const updatedAt = workflow.updatedAt + 1
        const details = { isAutosave: true, succession: count > 0 ? ('replaces' as const) : null }
        workflow = await saveVersion(subject, workflow, { variables: { count }, updatedAt }, details)
        replaced.push(workflow)
        if (count % 10 === 0)
          await accept(subject, workflow, { startedAt: updatedAt, id: ids.next(updatedAt) })
      }
      await store.versions.deleteUnlisted(EVER)
      const left = await Promise.all(replaced.map((version) => exists(subject, version)))
      assert.deepEqual(
        left.flatMap((isLeft, index) => (isLeft ? [index] : [])),
        [...Array.from({ length: 45 }, (_, tens) => tens * 10), 449],
      )
    },

    async 'Versions are labelled with number and author'(subject) {
      const { store } = subject
      const first = await insertWorkflow(subject)
      const second = await saveVersion(subject, first, { nodes: [] }, { author: 'Ada' })
      const ids = [first.versionId, second.versionId, subject.ids.next(0)]
      const labels = await store.versions.labels(first.accountId, ids)
      assert.deepEqual(
        labels,
        new Map([
          [first.versionId, { number: 1, author: null }],
          [second.versionId, { number: 2, author: 'Ada' }],
        ]),
      )
      assert.equal((await store.versions.labels(await subject.newAccount(), ids)).size, 0)
      assert.equal((await store.versions.labels(first.accountId, [])).size, 0)
    },
  })
}

function replaceableOf({ store }: Subject, { accountId, id }: Workflow) {
  return store.write((tx) => store.versions.findReplaceable(tx, accountId, id))
}

/** An autosave, and the next one that replaced it. */
async function replaceOne(subject: Subject, before?: (autosave: Workflow) => Promise<void>) {
  const autosave = await saveVersion(
    subject,
    await insertWorkflow(subject),
    { nodes: [] },
    { isAutosave: true },
  )
  await before?.(autosave)
  const details = { isAutosave: true, succession: 'replaces' } as const
  return { autosave, next: await saveVersion(subject, autosave, { edges: [] }, details) }
}

async function exists({ store }: Subject, { accountId, versionId }: Workflow): Promise<boolean> {
  return (await store.workflows.findVersion(accountId, versionId)) !== undefined
}
