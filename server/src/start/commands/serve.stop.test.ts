import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { type DataFolder, newDataFolder } from '../testing/data-folder.ts'
import { ServiceProcess } from '../testing/program.ts'

const key = 'test-'.repeat(6)

describe('A service that receives a stop signal', () => {
  let dataFolder: DataFolder
  let service: ServiceProcess
  let clients: RawClient[]
  beforeEach(async () => {
    dataFolder = await newDataFolder()
    service = await ServiceProcess.start({ ...dataFolder.settings, MILLRACE_API_KEY: key })
    clients = []
  })
  afterEach(async () => {
    for (const { socket } of clients) socket.destroy()
    await service.end()
    await dataFolder.destroy()
  })

  async function connectTo(): Promise<RawClient> {
    const client = new RawClient(service.url)
    clients.push(client)
    await once(client.socket, 'connect')
    return client
  }

  /** Sends the head of a request and waits until the service has started to process it. */
  async function beginRequest(client: RawClient, body: string): Promise<void> {
    const head = [
      'POST /v1/workflows HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${key}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Expect: 100-continue',
    ]
    client.socket.write(`${head.join('\r\n')}\r\n\r\n`)
    await client.received('100 Continue')
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`becomes unready on ${signal}, completes the request in progress and exits with code 0`, async () => {
      const body = JSON.stringify({ name: 'Under way' })
      const client = await connectTo()
      await beginRequest(client, body)
      assert.equal((await service.request('GET', '/readyz')).status, 200)

      service.signal(signal)
      await service.logged('"stopping"')
      assert.equal((await service.request('GET', '/readyz')).status, 503)
      assert.equal((await service.request('GET', '/v1/workflows', { key })).status, 503)
      client.socket.write(body)
      await client.closed
      assert.deepEqual(client.statuses, ['100', '201'])
      assert.equal((await service.finished).code, 0)

      const again = await ServiceProcess.start(dataFolder.settings)
      const { body: list } = await again.request<{ name: string }[]>('GET', '/v1/workflows', { key })
      await again.end()
      assert.deepEqual(
        list.data.map(({ name }) => name),
        ['Under way'],
      )
    })
  }

  it('accepts no new connections and does not wait for idle ones', async () => {
    const [unused, used] = [await connectTo(), await connectTo()]
    used.socket.write('GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await used.received('"ok"')
    service.signal('SIGTERM')
    assert.equal((await service.finished).code, 0)
    await Promise.all([unused.closed, used.closed])
    await assert.rejects(fetch(`${service.url}/livez`))
  })

  it('ignores a second signal', async () => {
    const client = await connectTo()
    await beginRequest(client, '{}')
    service.signal('SIGTERM')
    await service.logged('"stopping"')
    service.signal('SIGTERM')
    client.socket.write('{}')
    assert.equal((await service.finished).code, 0)
    assert.deepEqual(client.statuses, ['100', '400'])
  })
})

/** Speaks HTTP by the byte. */
class RawClient {
  readonly socket: Socket
  readonly closed: Promise<unknown>
  #answers = ''

  constructor(url: string) {
    const { hostname, port } = new URL(url)
    this.socket = connect(Number(port), hostname)
    this.socket.setEncoding('utf8').on('data', (text: string) => (this.#answers += text))
    this.socket.on('error', () => undefined)
    this.closed = once(this.socket, 'close')
  }

  async received(text: string): Promise<void> {
    while (!this.#answers.includes(text)) await once(this.socket, 'data')
  }

  get statuses(): (string | undefined)[] {
    return [...this.#answers.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status)
  }
}
