import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { startService, STORE_KINDS } from '#test/support/test-service.ts'
import { readAnswers, toAnswer } from './support/raw-http.ts'

describe('contract: while the service is draining', () => {
  for (const store of STORE_KINDS) {
    it(`requests are answered 503 INTERNAL_ERROR with Retry-After, in the envelope [${store}]`, async () => {
      const service = await startService({ store })
      const { hostname, port } = new URL(service.url)
      const socket = connect({ host: hostname, port: Number(port) })
      let text = ''
      socket.setEncoding('utf8').on('data', (part: string) => (text += part))
      await once(socket, 'connect')
      // The server has the beginning once it has answered a whole request on a connection that came later.
      socket.write(`GET /v1/workflows HTTP/1.1\r\nHost: ${hostname}\r\n`)
      await service.request('GET', '/v1/workflows')
      const stopped = service.stop()
      socket.write(`Authorization: Bearer ${service.key}\r\n\r\n`)
      await once(socket, 'close')
      await stopped
      const [raw] = readAnswers(text)
      assert.ok(raw !== undefined)
      const answer = toAnswer(raw)
      const { message } = answer.error(503, 'INTERNAL_ERROR')
      assert.ok(Number(answer.header('retry-after')) > 0)
      assert.equal(answer.header('content-type'), 'application/json; charset=utf-8')
      assert.equal(answer.header('cache-control'), 'no-store')
      assert.ok(answer.header('x-request-id').length > 0)
      assert.match(message, /stopping/)
      await service.destroy()
    })
  }
})
