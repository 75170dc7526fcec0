import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { hangUpSignal } from './hang-up-signal.ts'

describe('hangUpSignal', () => {
  it('The signal does not fire when the body was read, nor when the response is complete', async (t) => {
    const { port, arrived } = await listen(t)
    const calling = request({ port, host: '127.0.0.1', method: 'POST' })
    calling.end('a body')
    const response = await arrived
    const signal = hangUpSignal(response)
    assert.equal(hangUpSignal(response), signal)
    response.end('done')
    await once(response, 'close')
    assert.equal(signal.aborted, false)
  })

  it('The signal fires when the client disconnects before the response is complete', async (t) => {
    const { port, arrived } = await listen(t)
    const calling = request({ port, host: '127.0.0.1', method: 'POST' })
    calling.on('error', () => undefined).end('a body')
    const response = await arrived
    const signal = hangUpSignal(response)
    const aborted = once(signal, 'abort')
    calling.destroy()
    await aborted
    assert.equal(signal.aborted, true)
  })
})

/** A server that reads the body of one request to its end; the test sends the response. */
async function listen(t: TestContext): Promise<{ port: number; arrived: Promise<ServerResponse> }> {
  const { promise: arrived, resolve } = Promise.withResolvers<ServerResponse>()
  const server: Server = createServer((incoming, response) => {
    incoming.resume().once('end', () => setImmediate(() => resolve(response)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, arrived }
}
