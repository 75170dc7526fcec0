import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { type DataPlace, newDataPlace } from '../testing/data-place.ts'
import { ServiceProcess } from '../testing/program.ts'

const key = 'test-'.repeat(6)

describe('a service that is told to stop', () => {
  let place: DataPlace
  let service: ServiceProcess
  let socket: Socket
  let answers: string
  beforeEach(async () => {
    place = await newDataPlace()
    service = await ServiceProcess.start({ ...place.settings, MILLRACE_API_KEY: key })
    const { hostname, port } = new URL(service.url)
    answers = ''
    socket = connect(Number(port), hostname)
    socket.setEncoding('utf8').on('data', (text: string) => (answers += text))
    await once(socket, 'connect')
  })
  afterEach(async () => {
    socket.destroy()
    await service.end()
    await place.destroy()
  })

  /** Sends the head of a request and waits until the service has taken it on. */
  async function beginRequest(body: string): Promise<void> {
    const head = [
      'POST /v1/workflows HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${key}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Expect: 100-continue',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    while (!answers.includes('100 Continue')) await once(socket, 'data')
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`by ${signal} finishes the request under way, refuses the next, and ends with 0`, async () => {
      const body = JSON.stringify({ name: 'Under way' })
      await beginRequest(body)
      service.signal(signal)
      await service.logged('"stopping"')
      const closed = once(socket, 'close')
      socket.write(`${body}GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n`)
      await closed
      const statuses = [...answers.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status)
      assert.deepEqual(statuses, ['100', '201', '503'])
      assert.match(answers, /"name":"Under way"/)
      assert.equal((await service.finished).code, 0)

      const again = await ServiceProcess.start(place.settings)
      const { body: list } = await again.request('GET', '/v1/workflows', { key })
      await again.end()
      assert.deepEqual(
        (list.data as { name: string }[]).map(({ name }) => name),
        ['Under way'],
      )
    })
  }

  it('takes no new connections, and ends at once when nothing is under way', async () => {
    service.signal('SIGTERM')
    assert.equal((await service.finished).code, 0)
    await assert.rejects(fetch(`${service.url}/livez`))
  })

  it('can be told so twice', async () => {
    await beginRequest('{}')
    service.signal('SIGTERM')
    await service.logged('"stopping"')
    service.signal('SIGTERM')
    socket.write('{}')
    assert.equal((await service.finished).code, 0)
    assert.match(answers, /HTTP\/1\.1 400/)
  })
})
