import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { joinSmallChunks } from './small-chunks.ts'

const HEAD = 'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n'

describe('bodies in small chunks', () => {
  let server: Server
  let socket: Socket
  let parts: number[]
  let refused: IncomingMessage[]

  beforeEach(async () => {
    parts = []
    refused = []
    server = createServer((request, response) => {
      let text = ''
      request.on('data', (part: Buffer) => {
        parts.push(part.length)
        text += String(part)
      })
      request.on('end', () => response.end(text))
    })
    joinSmallChunks(server, (request, response) => {
      refused.push(request)
      response.writeHead(400).end('refused')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    await once(socket, 'connect')
  })
  afterEach(async () => {
    socket.destroy()
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })

  const chunked = (texts: readonly string[]) =>
    texts.map((text) => `${text.length.toString(16)}\r\n${text}\r\n`).join('')

  async function answer(): Promise<string> {
    let text = ''
    for await (const part of socket.setEncoding('utf8')) text += String(part)
    return text
  }

  it('They are passed on in few parts, in their order and whole', async () => {
    const texts = Array.from({ length: 900 }, (_, n) => `${n},`)
    socket.write(HEAD + chunked(texts) + chunked(['x'.repeat(5_000), 'end']) + chunked(['']))
    const whole = `${texts.join('')}${'x'.repeat(5_000)}end`
    const received = (await answer()).split('\r\n\r\n').slice(1).join('')
    assert.ok(received.replace(/\r\n[0-9a-f]+\r\n/g, '').includes(whole), received.slice(-200))
    assert.ok(parts.length < 30, `${parts.length} parts`)
    assert.equal(
      parts.reduce((sum, length) => sum + length, 0),
      whole.length,
    )
  })

  it('Too many of them are refused once, and the rest is not read', async () => {
    socket.write(HEAD + '1\r\n \r\n'.repeat(8_000))
    assert.match(await answer(), /400 Bad Request[^]*refused/)
    assert.equal(refused.length, 1)
    const read = parts.reduce((sum, length) => sum + length, 0)
    assert.ok(read <= 1_000, `${read} bytes`)
  })

  it('Many chunks of a usual size are no problem', async () => {
    const texts = Array.from({ length: 5_000 }, () => 'x'.repeat(100))
    socket.write(HEAD + chunked(texts) + chunked(['']))
    assert.match(await answer(), /200 OK/)
    assert.equal(refused.length, 0)
    assert.equal(
      parts.reduce((sum, length) => sum + length, 0),
      500_000,
    )
  })
})
