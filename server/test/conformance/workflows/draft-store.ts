import assert from 'node:assert/strict'
import type { Workflow, WorkflowDraft } from '#domain/index.ts'
import { AWKWARD_DOCUMENTS } from '../awkward-json.ts'
import { type ConformanceOptions, type Subject, testPromises } from '../conformance-suite.ts'
import { insertWorkflow } from './saved-versions.ts'

const AT = Date.UTC(2026, 0, 31, 8, 30)

export function testDraftStore(options: ConformanceOptions): void {
  testPromises(options, {
    async 'A working copy is found as it was saved, also within its transaction'(subject) {
      const { store } = subject
      const workflow = await insertWorkflow(subject, { status: 'published' })
      const draft = draftOf(subject, workflow)
      assert.equal(await store.drafts.find(workflow.accountId, workflow.id), undefined)
      const inside = await store.write(async (tx) => {
        await store.drafts.save(tx, draft)
        return store.drafts.find(workflow.accountId, workflow.id, tx)
      })
      assert.deepEqual(inside, draft)
      assert.deepEqual(await store.drafts.find(workflow.accountId, workflow.id), draft)
    },

    async 'Every document is read back unchanged, including the order of its keys'(subject) {
      const { accountId, ...workflow } = await insertWorkflow(subject, { status: 'published' })
      for (const [what, document] of Object.entries(AWKWARD_DOCUMENTS)) {
        const wanted = { nodes: [document], edges: [document], variables: document }
        await save(subject, draftOf(subject, { accountId, ...workflow }, wanted))
        const found = await subject.store.drafts.find(accountId, workflow.id)
        const { nodes, edges, variables } = found ?? {}
        assert.ok(JSON.stringify({ nodes, edges, variables }) === JSON.stringify(wanted), what)
      }
    },

    async 'A save replaces the working copy'(subject) {
      const workflow = await insertWorkflow(subject, { status: 'published' })
      await save(subject, draftOf(subject, workflow))
      const second = draftOf(subject, workflow, { nodes: [], updatedAt: AT + 5, updatedBy: null })
      await save(subject, second)
      assert.deepEqual(await subject.store.drafts.find(workflow.accountId, workflow.id), second)
    },

    async 'A deleted working copy is gone, and there is nothing to delete a second time'(subject) {
      const { store } = subject
      const { accountId, id, ...workflow } = await insertWorkflow(subject, { status: 'published' })
      await save(subject, draftOf(subject, { accountId, id, ...workflow }))
      assert.equal(await store.write((tx) => store.drafts.delete(tx, accountId, id)), true)
      assert.equal(await store.drafts.find(accountId, id), undefined)
      assert.equal(await store.write((tx) => store.drafts.delete(tx, accountId, id)), false)
    },

    async 'The times of the last edits of many workflows are read together'(subject) {
      const { store } = subject
      const accountId = await subject.newAccount()
      const edited = await insertWorkflow(subject, { accountId, status: 'published' })
      const other = await insertWorkflow(subject, { accountId, status: 'published' })
      await save(subject, draftOf(subject, edited))
      const times = await store.drafts.editTimes(accountId, [edited.id, other.id])
      assert.deepEqual(times, new Map([[edited.id, AT]]))
      assert.deepEqual(await store.drafts.editTimes(accountId, [other.id]), new Map())
      assert.deepEqual(await store.drafts.editTimes(accountId, []), new Map())
    },

    async 'The working copies of another account are neither visible nor changeable'(subject) {
      const { store } = subject
      const workflow = await insertWorkflow(subject, { status: 'published' })
      const draft = draftOf(subject, workflow)
      await save(subject, draft)
      const other = await subject.newAccount()
      assert.equal(await store.drafts.find(other, workflow.id), undefined)
      assert.deepEqual(await store.drafts.editTimes(other, [workflow.id]), new Map())
      assert.equal(await store.write((tx) => store.drafts.delete(tx, other, workflow.id)), false)
      assert.deepEqual(await store.drafts.find(workflow.accountId, workflow.id), draft)
    },
  })
}

function draftOf({ ids }: Subject, workflow: Workflow, changes: Partial<WorkflowDraft> = {}): WorkflowDraft {
  return {
    workflowId: workflow.id,
    accountId: workflow.accountId,
    baseVersionId: workflow.versionId,
    baseVersionNumber: 1,
    revision: ids.next(AT),
    updatedAt: AT,
    updatedBy: 'CI',
    nodes: [{ id: 'edited' }],
    edges: [],
    variables: { x: 1 },
    ...changes,
  }
}

function save({ store }: Subject, draft: WorkflowDraft): Promise<void> {
  return store.write((tx) => store.drafts.save(tx, draft))
}
