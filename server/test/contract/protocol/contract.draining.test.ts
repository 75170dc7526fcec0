import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { startService, STORE_KINDS } from '#test/support/test-service.ts'
import { readResponses, toResponse } from '../support/raw-http.ts'

describe('Contract: requests while the service drains', () => {
  for (const store of STORE_KINDS) {
    it(`Requests to a draining service are answered with 503 INTERNAL_ERROR and Retry-After, in the envelope [${store}]`, async () => {
      const service = await startService({ store })
      const { hostname, port } = new URL(service.url)
      const socket = connect({ host: hostname, port: Number(port) })
      let text = ''
      socket.setEncoding('utf8').on('data', (part: string) => (text += part))
      await once(socket, 'connect')
      // The server has received the first part once it has answered a complete request on a later connection.
      socket.write(`GET /v1/workflows HTTP/1.1\r\nHost: ${hostname}\r\n`)
      await service.request('GET', '/v1/workflows')
      const stopped = service.stop()
      socket.write(`Authorization: Bearer ${service.key}\r\n\r\n`)
      await once(socket, 'close')
      await stopped
      const [raw] = readResponses(text)
      assert.ok(raw !== undefined)
      const response = toResponse(raw)
      const { message } = response.error(503, 'INTERNAL_ERROR')
      assert.ok(Number(response.header('retry-after')) > 0)
      assert.equal(response.header('content-type'), 'application/json; charset=utf-8')
      assert.equal(response.header('cache-control'), 'no-store')
      assert.ok(response.header('x-request-id').length > 0)
      assert.match(message, /stopping/)
      await service.destroy()
    })
  }
})
