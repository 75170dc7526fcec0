import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { type DataFolder, newDataFolder } from '../testing/data-folder.ts'
import { runProgram, ServiceProcess, type Settings } from '../testing/program.ts'

const SHOP = 'https://shop.example'

for (const store of ['SQLite', 'PostgreSQL'] as const) {
  describe(`A first start without a data folder [${store}]`, () => {
    it('creates the folder, with the master key, for its owner alone', async () => {
      const dataFolder = await newDataFolder(store)
      const missing = join(dataFolder.folder, 'not', 'yet')
      let service: ServiceProcess | undefined
      try {
        service = await ServiceProcess.start({ ...dataFolder.settings, MILLRACE_DATA: missing })
        assert.ok(readdirSync(missing).includes('master.key'))
        assert.equal(statSync(missing).mode & 0o777, 0o700)
      } finally {
        await service?.end()
        await dataFolder.destroy()
      }
    })
  })
}

describe('The service as a process', () => {
  let dataFolder: DataFolder
  let started: ServiceProcess[]
  beforeEach(async () => {
    dataFolder = await newDataFolder()
    started = []
  })
  afterEach(async () => {
    for (const service of started) await service.end()
    await dataFolder.destroy()
  })

  async function start(settings: Settings = {}): Promise<ServiceProcess> {
    const service = await ServiceProcess.start({ ...dataFolder.settings, ...settings })
    started.push(service)
    return service
  }
  async function stop(service: ServiceProcess): Promise<void> {
    service.signal('SIGTERM')
    assert.equal((await service.finished).code, 0)
  }
  const list = (service: ServiceProcess, key: string) => service.request('GET', '/v1/workflows', { key })

  it('prints its address, and on the first start also an API key and a link for the owner', async () => {
    const first = await start()
    assert.match(first.stdout, /^Millrace is running at http:\/\/127\.0\.0\.1:\d+\n/)
    assert.match(first.stdout, /This Millrace has no owner yet\./)
    const key = first.printedKey ?? assert.fail('no key was printed')
    assert.equal((await list(first, key)).status, 200)
    assert.equal(
      readFileSync(join(dataFolder.folder, 'millrace.db')).includes(key),
      false,
      'the key is stored nowhere',
    )
    const token = /\/setup\?token=(\S+)$/m.exec(first.stdout)?.[1]
    const owner = { token, email: 'ada@example.com', name: 'Ada', password: 'correct horse battery' }
    const headers = { origin: first.url }
    assert.equal((await first.request('POST', '/app/setup', { body: owner, headers })).status, 201)
    await stop(first)

    const second = await start()
    assert.equal(second.printedKey, undefined)
    assert.doesNotMatch(second.stdout, /setup\?token/)
    assert.equal((await list(second, key)).status, 200)
  })

  it('uses the configured API key instead of generating one, and keeps earlier keys valid', async () => {
    const [one, two] = ['first-'.repeat(5), 'second-'.repeat(5)]
    const first = await start({ MILLRACE_API_KEY: one })
    assert.equal(first.printedKey, undefined)
    assert.equal((await list(first, one)).status, 200)
    await stop(first)
    const second = await start({ MILLRACE_API_KEY: two })
    assert.equal((await list(second, one)).status, 200)
    assert.equal((await list(second, two)).status, 200)
    assert.equal((await list(second, 'third-'.repeat(5))).status, 401)
    await stop(second)
    const third = await start()
    assert.equal((await list(third, two)).status, 200)
  })

  it('keeps the names in JSON, whatever other requests contained', async () => {
    const service = await start()
    const { url, printedKey: key = '' } = service
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    /** Texts are compared: the host of this test confuses names as well. */
    const store = async (name: string) => {
      const body = `{"name":"Names","nodes":[],"edges":[],"variables":{"first":1,"${name}":2}}`
      const response = await fetch(`${url}/v1/workflows`, { method: 'POST', headers, body })
      const created = await response.text()
      const id = /"id":"([^"]+)"/.exec(created)?.[1]
      const read = await (await fetch(`${url}/v1/workflows/${id}`, { headers })).text()
      return [created, read].map((text) => /"variables":(\{[^}]+\})/.exec(text)?.[1])
    }
    const expect = (name: string) => Array(2).fill(`{"first":1,"${name}":2}`)
    const backslash = String.raw`caf\\`
    assert.deepEqual(await store(backslash), expect(backslash))
    assert.deepEqual(await store(String.raw`caf\u00e9`), expect('café'))
    assert.deepEqual(await store(String.raw`caf\n`), expect(String.raw`caf\n`))
    assert.deepEqual(await store(backslash), expect(backslash))
  })

  it('refuses a data folder that another process uses, in one line', async () => {
    await start()
    const second = await runProgram(['serve'], { ...dataFolder.settings, PORT: '0' })
    assert.equal(second.code, 1)
    const sentence = `Another Millrace is running on ${dataFolder.folder}. Stop it first, or give this one a folder of its own with MILLRACE_DATA.`
    assert.equal(second.stderr.split('\n')[0], sentence)
  })

  it('refuses a master key other than the one that encrypted the data, in one line', async () => {
    await stop(await start())
    writeFileSync(join(dataFolder.folder, 'master.key'), `${randomBytes(32).toString('base64')}\n`, {
      mode: 0o600,
    })
    const { code, stderr } = await runProgram(['serve'], { ...dataFolder.settings, PORT: '0' })
    assert.equal(code, 1)
    assert.match(
      stderr,
      /^The stored secrets are sealed with master key \w+, but the service was started with/,
    )
    assert.equal(stderr.trim().split('\n').length, 1)
  })

  it('refuses invalid settings in one line', async () => {
    const { code, stderr } = await runProgram(['serve'], { ...dataFolder.settings, PORT: 'http' })
    assert.equal(code, 2)
    assert.equal(stderr, 'PORT (--port): must be a whole number from 0 to 65535, not "http"\n')
  })

  it('refuses a port that is in use, in one line', async () => {
    const other = await newDataFolder()
    try {
      const first = await start()
      const { port } = new URL(first.url)
      const { code, stderr } = await runProgram(['serve'], {
        ...other.settings,
        PORT: port,
        LOG_LEVEL: 'silent',
      })
      assert.equal(code, 1)
      const sentence = `Port ${port} on 127.0.0.1 is already in use. Stop the other program, or set PORT to another port (0 takes any free one).`
      assert.equal(stderr.split('\n')[0], sentence)
    } finally {
      await other.destroy()
    }
  })

  it('leaves its compile cache to the next start even if it is killed', { timeout: 60_000 }, async () => {
    const cache = join(dataFolder.folder, 'compiled')
    const service = await start({ NODE_COMPILE_CACHE: cache })
    const isKept = () =>
      readdirSync(cache, { recursive: true, withFileTypes: true }).some((one) => one.isFile())
    // It is written once the service has settled, and a file appears with its whole content.
    while (!isKept()) assert.equal((await service.request('GET', '/livez')).status, 200)
    service.signal('SIGKILL')
    await service.finished
    assert.ok(isKept())
  })

  it('warns about an unknown setting', async () => {
    const service = await start({ MILLRACE_APIKEY: 'x' })
    await service.logged('MILLRACE_APIKEY is not a setting. Did you mean MILLRACE_API_KEY?')
  })

  it('refuses writes, serves reads and is not ready while disk space is low', async () => {
    const key = 'test-'.repeat(6)
    const before = await start({ MILLRACE_API_KEY: key })
    const made = await before.request<{ id: string }>('POST', '/v1/workflows', {
      key,
      body: {
        name: 'Kept',
        status: 'published',
        nodes: [{ id: 'webhook', type: 'webhook', data: { allowed_origins: [SHOP] } }],
      },
    })
    const { id } = made.body.data
    type Addresses = { url: string }[]
    const triggers = await before.request<Addresses>('GET', `/v1/workflows/${id}/triggers`, { key })
    const { pathname } = new URL(triggers.body.data[0]?.url ?? assert.fail('no address'))
    await stop(before)

    const low = await start({ MILLRACE_DISK_FLOOR_MB: '1000000000' })
    for (const path of ['/v1/workflows', `/v1/workflows/${id}/execute`]) {
      const refused = await low.request('POST', path, { key, body: { name: 'More' } })
      assert.equal(refused.status, 503)
      assert.equal(refused.body.error.code, 'INTERNAL_ERROR')
      assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/)
    }
    const hooked = await low.request('POST', pathname, { body: {}, headers: { origin: SHOP } })
    assert.equal(hooked.status, 503)
    assert.match(hooked.headers.get('retry-after') ?? '', /^\d+$/)
    assert.equal(hooked.headers.get('access-control-allow-origin'), SHOP)
    assert.equal(hooked.body.error.details['request_id'], hooked.headers.get('x-request-id'))
    assert.equal(
      (await low.request<{ name: string }>('GET', `/v1/workflows/${id}`, { key })).body.data.name,
      'Kept',
    )
    assert.equal((await low.request('GET', '/livez')).status, 200)
    const ready = await low.request('GET', '/readyz')
    assert.equal(ready.status, 503)
    assert.deepEqual(ready.body.problems, ['disk space is low'])
    await stop(low)
  })
})
