import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startService, STORE_KINDS } from '#test/support/test-service.ts'
import { Client } from '../support/client.ts'
import { EventStream } from '../support/event-stream.ts'
import { startWaiting } from '../support/example-request.ts'

describe('Extension: event streams while the service stops', () => {
  for (const store of STORE_KINDS) {
    it(`A stream ends immediately when the service stops, before the execution ends [${store}]`, async () => {
      const service = await startService({ store })
      const client = new Client(service, service.key)
      const stream = await EventStream.open(client, await startWaiting(client))
      await stream.until(
        ({ event, data }) => event === 'status' && (data as { status: string }).status === 'pending',
      )
      const stopped = service.stop()
      const events = await stream.all()
      await stopped
      assert.ok(events.every(({ data }) => (data as { status: string }).status !== 'failed'))
      await service.destroy()
    })
  }
})
