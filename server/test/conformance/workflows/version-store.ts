import assert from 'node:assert/strict'
import { AWKWARD_DOCUMENTS } from '../awkward-json.ts'
import { type ConformanceOptions, testPromises } from '../conformance-suite.ts'
import { insertWorkflow, numbersOf, saveVersion } from './saved-versions.ts'

const FIRST_PAGE = { before: undefined, limit: 100 }

export function testVersionStore(options: ConformanceOptions): void {
  testPromises(options, {
    async 'The versions of a workflow are listed newest first, with the fields of a list'(subject) {
      const { store } = subject
      const first = await insertWorkflow(subject)
      await insertWorkflow(subject, { accountId: first.accountId })
      const changes = {
        nodesAdded: ['\u0000', 'b'],
        nodesRemoved: [],
        nodesChanged: ['begin'],
        edgesChanged: true,
        variablesChanged: false,
        complete: false,
      }
      const second = await saveVersion(
        subject,
        first,
        { nodes: [{ id: 'b' }, {}], edges: [] },
        {
          changes,
          author: 'Ada',
          note: 'Adds b.',
        },
      )
      const renamed = { ...second, name: 'Renamed', revision: second.revision + 1 }
      await store.write((tx) => store.workflows.update(tx, renamed))
      assert.deepEqual(await store.versions.list(first.accountId, first.id, FIRST_PAGE), [
        {
          id: second.versionId,
          number: 2,
          createdAt: second.updatedAt,
          isCurrent: true,
          nodeCount: 2,
          edgeCount: 0,
          changes,
          note: 'Adds b.',
          author: 'Ada',
        },
        {
          id: first.versionId,
          number: 1,
          createdAt: first.createdAt,
          isCurrent: false,
          nodeCount: 1,
          edgeCount: 1,
          changes: null,
          note: null,
          author: null,
        },
      ])
    },

    async 'Reading continues after a cursor, also while versions are added'(subject) {
      const { store } = subject
      let workflow = await insertWorkflow(subject)
      for (let count = 0; count < 4; count += 1) workflow = await saveVersion(subject, workflow)
      const { accountId, id } = workflow
      const page = await store.versions.list(accountId, id, { before: undefined, limit: 2 })
      workflow = await saveVersion(subject, workflow)
      const rest = await store.versions.list(accountId, id, { before: page.at(-1)?.id, limit: 10 })
      assert.deepEqual(
        [...page, ...rest].map(({ number }) => number),
        [5, 4, 3, 2, 1],
      )
    },

    async 'Versions that are saved concurrently get different numbers'(subject) {
      const { store, ids } = subject
      const workflow = await insertWorkflow(subject)
      const save = () =>
        store.write(async (tx) => {
          const found = (await store.workflows.find(workflow.accountId, workflow.id, tx)) ?? assert.fail()
          const next = { ...found, versionId: ids.next(found.updatedAt), revision: found.revision + 1 }
          assert.equal(await store.workflows.update(tx, next), true)
        })
      await Promise.all(Array.from({ length: 20 }, save))
      const numbers = (await numbersOf(subject, workflow)).toSorted((a, b) => Number(a) - Number(b))
      assert.deepEqual(
        numbers,
        Array.from({ length: 21 }, (_, index) => index + 1),
      )
    },

    async 'A version is found with its definition unchanged, also within a transaction'(subject) {
      const { store } = subject
      for (const [what, document] of Object.entries(AWKWARD_DOCUMENTS)) {
        const definition = { nodes: [document], edges: [document], variables: document }
        const { accountId, id, versionId } = await insertWorkflow(subject, definition)
        const outside = await store.versions.find(accountId, id, versionId)
        const inside = await store.write((tx) => store.versions.find(accountId, id, versionId, tx))
        for (const version of [outside, inside]) {
          const { nodes, edges, variables, number, isCurrent } = version ?? {}
          assert.ok(JSON.stringify({ nodes, edges, variables }) === JSON.stringify(definition), what)
          assert.deepEqual([number, isCurrent], [1, true])
        }
      }
    },

    async 'Versions of another workflow, another account or a deleted workflow are not visible'(subject) {
      const { store } = subject
      const mine = await insertWorkflow(subject)
      const sibling = await insertWorkflow(subject, { accountId: mine.accountId })
      const otherAccount = await subject.newAccount()
      assert.equal(await store.versions.find(mine.accountId, sibling.id, mine.versionId), undefined)
      assert.equal(await store.versions.find(otherAccount, mine.id, mine.versionId), undefined)
      assert.deepEqual(await store.versions.list(otherAccount, mine.id, FIRST_PAGE), [])
      await store.write((tx) => store.workflows.delete(tx, mine.accountId, mine.id, 1))
      assert.equal(await store.versions.find(mine.accountId, mine.id, mine.versionId), undefined)
      assert.deepEqual(await store.versions.list(mine.accountId, mine.id, FIRST_PAGE), [])
    },
  })
}
