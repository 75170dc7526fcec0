import assert from 'node:assert/strict'
import { it } from 'node:test'
import { OPERATIONS } from '@millrace/contract/operations.ts'
import { SCOPE_PRESETS, SCOPES } from '@millrace/contract/scopes.ts'
import { exampleRequest } from '../support/example-request.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'

describeOnEveryStore('Contract: scopes', (shared) => {
  it('The scopes are those of the contract', () => {
    const expected = [
      'workflows:read',
      'workflows:write',
      'workflows:execute',
      'executions:read',
      'executions:write',
      'forms:read',
      'forms:write',
      'forms:submit',
      'files:read',
      'files:write',
      'state:read',
      'state:write',
      'variables:read',
      'variables:write',
      'credentials:read',
      'credentials:write',
      'integrations:read',
      'integrations:write',
      'webhooks:read',
      'webhooks:write',
    ]
    assert.deepEqual([...SCOPES], expected)
  })

  for (const operation of OPERATIONS) {
    it(`${operation.id} is rejected without ${operation.scope}, whatever other scopes the key has`, async () => {
      const { full, limited } = await shared.clients(SCOPES.filter((scope) => scope !== operation.scope))
      const { method, path, ...request } = await exampleRequest(operation, full)
      const { details } = (await limited.send(method, path, request)).error(403, 'FORBIDDEN')
      assert.equal(details['required_scope'], operation.scope)
    })

    it(`${operation.id} is accepted with ${operation.scope} alone`, async () => {
      const { full, limited } = await shared.clients([operation.scope])
      const { method, path, ...request } = await exampleRequest(operation, full)
      ;(await limited.send(method, path, request)).expect(operation.success.status)
    })
  }

  it('The presets are full access, read only and execute only', async () => {
    assert.deepEqual(Object.keys(SCOPE_PRESETS), ['full_access', 'read_only', 'execute_only'])
    const mayDo = {
      full_access: () => true,
      // Checking a graph and previewing a retry or a form change nothing, though they are POSTs.
      read_only: ({ id, method }: { id: string; method: string }) =>
        method === 'GET' || ['checkWorkflow', 'exportBundle', 'previewRetry', 'previewForm'].includes(id),
      execute_only: (operation: { id: string }) =>
        [
          'executeWorkflow',
          'listenForEvent',
          'samplePoll',
          'getExecution',
          'listExecutions',
          'listAllExecutions',
          'countExecutions',
          'getTimeline',
          'readExecutionData',
          'downloadExecutionData',
          'listSteps',
          'followExecution',
          'previewRetry',
          'readStatistics',
          'listSamples',
          'getStatistics',
          'listFailures',
          'listBulkRuns',
          'getBulkRun',
          'listWaits',
        ].includes(operation.id),
    }
    for (const preset of ['full_access', 'read_only', 'execute_only'] as const) {
      const { full, limited } = await shared.clients(SCOPE_PRESETS[preset])
      for (const operation of OPERATIONS) {
        const { method, path, ...request } = await exampleRequest(operation, full)
        const { status } = await limited.send(method, path, request)
        assert.equal(status !== 403, mayDo[preset](operation), `${preset}: ${operation.id}`)
      }
    }
  })
})
