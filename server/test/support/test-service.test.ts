import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startService, STORE_KINDS } from './test-service.ts'

describe('The test service', () => {
  for (const store of STORE_KINDS) {
    it(`A test service runs on ${store}, keeps its data across a restart and leaves nothing behind`, async () => {
      const first = await startService({ store })
      const created = await first.request('POST', '/v1/workflows', { body: { name: 'Kept' } })
      assert.equal(created.status, 201)
      const run = await first.request('POST', `/v1/workflows/${created.body.data.id}/execute`, {
        headers: { prefer: 'wait=10' },
      })
      assert.equal(run.body.data.status, 'completed')
      await first.stop()

      const second = await startService({ dataOf: first })
      const read = await second.request('GET', `/v1/workflows/${created.body.data.id}`)
      assert.equal(read.body.data.name, 'Kept')
      await second.destroy()
    })
  }
})
