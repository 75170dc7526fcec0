import assert from 'node:assert/strict'
import { type ConformanceOptions, testPromises } from '../conformance-suite.ts'
import { insertWorkflow } from '../workflows/saved-versions.ts'
import { sampleTrigger, saveTrigger } from '../workflows/trigger-samples.ts'

const AT = Date.UTC(2026, 0, 31, 8, 30)

export function testUsageStore(options: ConformanceOptions): void {
  testPromises(options, {
    async 'Current versions and working copies that contain an id are found, in any letter case, by name'(
      subject,
    ) {
      const { store, ids } = subject
      const accountId = await subject.newAccount()
      const wanted = ids.next(AT)
      const nodes = [{ id: 'a', type: 'http', credential_id: wanted.toUpperCase() }]
      const live = await insertWorkflow(subject, { accountId, name: 'b', status: 'published', nodes })
      const unpublished = await insertWorkflow(subject, { accountId, name: 'A', status: 'draft', nodes })
      const edited = await insertWorkflow(subject, { accountId, name: 'c', status: 'published', nodes: [] })
      const gone = await insertWorkflow(subject, { accountId, status: 'published', nodes })
      await store.write(async (tx) => {
        await store.workflows.delete(tx, accountId, gone.id, AT)
        await store.drafts.save(tx, {
          workflowId: edited.id,
          accountId,
          baseVersionId: edited.versionId,
          baseVersionNumber: 1,
          revision: ids.next(AT),
          updatedAt: AT,
          updatedBy: null,
          nodes,
          edges: [],
          variables: {},
        })
      })
      const mentions = await store.usage.findMentions(accountId, [ids.next(AT), wanted])
      assert.deepEqual(
        mentions.map(({ workflowId, workflowName, in: where }) => [workflowId, workflowName, where]),
        [
          [unpublished.id, 'A', 'draft'],
          [live.id, 'b', 'live'],
          [edited.id, 'c', 'draft'],
        ],
      )
      assert.deepEqual(mentions[0]?.nodes, nodes)
      assert.deepEqual(await store.usage.findMentions(accountId, []), [])
      assert.deepEqual(await store.usage.findMentions(accountId, [ids.next(AT)]), [])
      assert.deepEqual(await store.usage.findMentions(await subject.newAccount(), [wanted]), [])
    },

    async 'Triggers with a credential are found unless their node was removed'(subject) {
      const { store, ids } = subject
      const workflow = await insertWorkflow(subject, { status: 'published', name: 'Orders' })
      const credentialId = ids.next(AT)
      const used = { kind: 'webhook', credentialId: credentialId.toUpperCase() } as const
      const trigger = await saveTrigger(subject, sampleTrigger(subject, workflow, used))
      await saveTrigger(subject, sampleTrigger(subject, workflow, { kind: 'webhook' }))
      await saveTrigger(subject, sampleTrigger(subject, workflow, { ...used, state: 'gone' }))
      const { accountId } = workflow
      assert.deepEqual(await store.usage.listTriggers(accountId, credentialId), [
        { trigger, workflowName: 'Orders' },
      ])
      assert.deepEqual(await store.usage.listTriggers(await subject.newAccount(), credentialId), [])
    },
  })
}
