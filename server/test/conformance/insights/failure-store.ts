import assert from 'node:assert/strict'
import type { FailurePosition } from '#ports/index.ts'
import { foldStatistics } from '#test/support/fold-statistics.ts'
import { type ConformanceOptions, testPromises } from '../conformance-suite.ts'
import { insertWorkflow } from '../executions/execution-samples.ts'
import { failTimes, failure, HOUR, nextTime, runToEnd } from './insight-samples.ts'

const listOf = (at: number) => ({ now: at + HOUR, from: at - HOUR, parts: 4, limit: 100 })

export function testFailureStore(options: ConformanceOptions): void {
  testPromises(options, {
    async 'Failures are grouped by workflow, node, code and message, the most frequent first'(subject) {
      const at = nextTime()
      const list = listOf(at)
      const { store } = subject
      const { workflow, runs } = await failTimes(subject, 3, at)
      const { accountId } = workflow
      const other = await insertWorkflow(subject, { accountId, name: 'Other' })
      await runToEnd(subject, other, { startedAt: at, error: failure('Card 1 declined') })
      await runToEnd(subject, workflow, { startedAt: at, error: failure('Card 1 declined', 'refund') })
      await runToEnd(subject, workflow, {
        startedAt: at,
        error: failure('Card 1 declined', 'charge', 'OTHER'),
      })
      await foldStatistics(store)
      const found = await store.failures.list(accountId, list)
      assert.deepEqual(
        found.map(({ count }) => count),
        [3, 1, 1, 1],
      )
      const [first] = found
      assert.deepEqual(
        { ...first, id: '', position: undefined },
        {
          id: '',
          accountId,
          workflowId: workflow.id,
          workflowName: workflow.name,
          nodeId: 'charge',
          code: 'HTTP_402',
          message: 'Card 0 declined',
          count: 3,
          trend: [0, 0, 3, 0],
          firstSeenAt: at,
          lastSeenAt: at + 2,
          ignored: null,
          position: undefined,
        },
      )
      const of = await store.failures.list(accountId, { ...list, workflowId: other.id })
      assert.deepEqual(
        of.map(({ workflowName }) => workflowName),
        ['Other'],
      )
      assert.deepEqual(await store.failures.list(accountId, { ...list, from: at + 3 }), [])
      assert.equal((await store.failures.list(accountId, { ...list, limit: 2 })).length, 2)
      assert.deepEqual(await store.failures.list(await subject.newAccount(), list), [])
      const samples = await store.failures.samples(accountId, [first?.id ?? ''], 2)
      assert.deepEqual(samples.get(first?.id ?? ''), [runs[2]?.id, runs[1]?.id])
      const foreign = await store.failures.samples(await subject.newAccount(), [first?.id ?? ''], 2)
      assert.deepEqual(foreign.get(first?.id ?? ''), [])
    },

    async 'Pages of failures follow each other without duplicates or gaps while runs fail and causes are added'(
      subject,
    ) {
      const at = nextTime()
      const { store } = subject
      const workflow = await insertWorkflow(subject)
      const { accountId } = workflow
      const failOn = (nodeId: string, startedAt: number) =>
        runToEnd(subject, workflow, { startedAt, error: failure('Card declined', nodeId) })
      // Two causes with two runs, three with one: the newest comes first.
      const nodes = ['a', 'b', 'c', 'd', 'e', 'a', 'b']
      for (const [n, node] of nodes.entries()) await failOn(node, at + n)
      await foldStatistics(store)
      const pages: (string | null)[][] = []
      let after: FailurePosition | undefined
      for (;;) {
        const found = await store.failures.list(accountId, { ...listOf(at), after, limit: 2 })
        if (found.length === 0) break
        pages.push(found.map(({ nodeId }) => nodeId))
        after = found.at(-1)?.position
        // The last cause becomes the most frequent one, and another is added.
        const later = at + 100 * pages.length
        for (let n = 0; n < 3; n += 1) await failOn('c', later + n)
        await failOn(`new ${pages.length}`, later + 3)
        await foldStatistics(store)
      }
      assert.deepEqual(pages, [['b', 'a'], ['e', 'd'], ['c']])
      const [first] = await store.failures.list(accountId, { ...listOf(at), limit: 1 })
      assert.deepEqual([first?.nodeId, first?.count], ['c', 10])
    },

    async 'A page of ignored failures contains no others'(subject) {
      const at = nextTime()
      const { store } = subject
      const workflow = await insertWorkflow(subject)
      const { accountId, versionId } = workflow
      for (const [n, node] of ['a', 'b', 'c', 'd'].entries())
        await runToEnd(subject, workflow, { startedAt: at + n, error: failure('Card declined', node) })
      await foldStatistics(store)
      for (const { id, nodeId } of await store.failures.list(accountId, listOf(at)))
        if (nodeId === 'b' || nodeId === 'd')
          await store.write((tx) => store.failures.ignore(tx, accountId, id, { until: null, versionId }))
      const pagesOf = async (isIgnored: boolean) => {
        const [first] = await store.failures.list(accountId, { ...listOf(at), isIgnored, limit: 1 })
        const after = first?.position
        const rest = await store.failures.list(accountId, { ...listOf(at), isIgnored, after })
        return [first?.nodeId, ...rest.map(({ nodeId }) => nodeId)]
      }
      assert.deepEqual(await pagesOf(false), ['c', 'a'])
      assert.deepEqual(await pagesOf(true), ['d', 'b'])
    },

    async 'An ignored failure returns after its time, or when it happens on a newer version'(subject) {
      const at = nextTime()
      const list = listOf(at)
      const { store, ids } = subject
      const { workflow } = await failTimes(subject, 1, at)
      const { accountId, versionId } = workflow
      await foldStatistics(store)
      const [{ id } = { id: '' }] = await store.failures.list(accountId, list)
      const isListed = async (isIgnored: boolean, now = list.now) =>
        (await store.failures.list(accountId, { ...list, now, isIgnored })).length === 1
      const ignore = (ignored: { until: number | null; versionId: string | null } | null) =>
        store.write((tx) => store.failures.ignore(tx, accountId, id, ignored))

      assert.equal(await ignore({ until: list.now + 10, versionId: null }), true)
      assert.deepEqual([await isListed(true), await isListed(false)], [true, false])
      const later = list.now + 10
      assert.deepEqual([await isListed(true, later), await isListed(false, later)], [false, true])

      assert.equal(await ignore({ until: null, versionId }), true)
      assert.deepEqual([await isListed(true), await isListed(false)], [true, false])
      const [shown] = await store.failures.list(accountId, { ...list, id })
      assert.deepEqual(shown?.ignored, { until: null, versionId })
      const newer = { ...workflow, versionId: ids.next(at), revision: 2, variables: { changed: 1 } }
      assert.ok(await store.write((tx) => store.workflows.update(tx, newer)))
      await runToEnd(subject, newer, { startedAt: at + 7, error: failure('Card 8 declined') })
      await foldStatistics(store)
      assert.deepEqual([await isListed(true), await isListed(false)], [false, true])

      assert.equal(await ignore(null), true)
      assert.deepEqual([await isListed(true), await isListed(false)], [false, true])
      const stranger = await subject.newAccount()
      assert.equal(await store.write((tx) => store.failures.ignore(tx, stranger, id, null)), false)
    },

    async 'Failures of a deleted workflow are left out'(subject) {
      const at = nextTime()
      const list = listOf(at)
      const { store } = subject
      const { workflow } = await failTimes(subject, 1, at)
      await foldStatistics(store)
      assert.equal((await store.failures.list(workflow.accountId, list)).length, 1)
      await store.write((tx) => store.workflows.delete(tx, workflow.accountId, workflow.id, at))
      assert.deepEqual(await store.failures.list(workflow.accountId, list), [])
    },
  })
}
