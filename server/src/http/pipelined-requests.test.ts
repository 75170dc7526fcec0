import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, it } from 'node:test'
import { handlePipelinedInTurns } from './pipelined-requests.ts'

describe('pipelined requests', () => {
  let server: Server
  let socket: Socket
  afterEach(async () => {
    socket.destroy()
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })

  async function serve(listener: RequestListener): Promise<void> {
    server = createServer(listener)
    handlePipelinedInTurns(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    await once(socket, 'connect')
  }

  const requests = (count: number) =>
    Array.from(
      { length: count },
      (_, n) => `POST /${n} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}`,
    ).join('')

  it('Each request is handled once the earlier ones are answered, in a turn of its own', async () => {
    const events: string[] = []
    await serve((request, response) => {
      events.push(`begin ${request.url}`)
      setImmediate(() => events.push(`turn after ${request.url}`))
      request.resume().on('end', () => {
        events.push(`end ${request.url}`)
        response.end(`${request.url}\n`)
      })
    })
    socket.write(requests(3))
    let text = ''
    for await (const chunk of socket.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      text += String(chunk)
      if (text.includes('/2')) break
    }
    assert.deepEqual(text.match(/^\/\d/gm), ['/0', '/1', '/2'])
    assert.deepEqual(
      events.filter((event) => !event.startsWith('turn')),
      ['begin /0', 'end /0', 'begin /1', 'end /1', 'begin /2', 'end /2'],
    )
    assert.ok(events.indexOf('turn after /0') < events.indexOf('begin /1'), events.join(', '))
  })

  it('A connection with too many requests ahead is closed, and few of them are read and handled', async () => {
    let handled = 0
    await serve((_request, response) => {
      handled += 1
      setImmediate(() => response.end())
    })
    let read = 0
    server.on('request', () => (read += 1))
    socket.resume().on('error', () => undefined)
    const closed = once(socket, 'close')
    socket.write(requests(1_000))
    await closed
    assert.ok(handled <= 101, `${handled} requests were handled`)
    assert.ok(read <= 102, `${read} requests were read`)
  })

  it('Others are served by the same parser after a connection was closed', async () => {
    await serve((request, response) => request.resume().on('end', () => response.end('answer')))
    const { port } = server.address() as AddressInfo
    socket.resume().on('error', () => undefined)
    const closed = once(socket, 'close')
    socket.write(requests(1_000))
    await closed
    for (let n = 0; n < 5; n += 1) {
      const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' })
      assert.equal(await answer.text(), 'answer')
    }
  })
})
