import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type DataFolder, newDataFolder } from '#start/testing/data-folder.ts'
import { ServiceProcess, type Settings } from '#start/testing/program.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const KEY = 'test-'.repeat(6)

interface Execution {
  readonly status: string
  readonly output: unknown
}

/** Runs the bundle that `npm start` runs, to check everything that lies in files outside the bundle. */
describe('The bundled service', { timeout: 120_000 }, () => {
  let folder: string
  let dataFolder: DataFolder | undefined
  let service: ServiceProcess | undefined
  before(async () => {
    mkdirSync(join(ROOT, '.tmp'), { recursive: true })
    folder = mkdtempSync(join(ROOT, '.tmp', 'bundle-'))
    const script = join(ROOT, 'scripts', 'bundle-server.js')
    await promisify(execFile)(process.execPath, [script, folder])
  })
  afterEach(async () => {
    await service?.end()
    await dataFolder?.destroy()
    service = undefined
    dataFolder = undefined
  })
  after(() => rmSync(folder, { recursive: true }))

  async function start(store: 'SQLite' | 'PostgreSQL', settings: Settings = {}): Promise<ServiceProcess> {
    dataFolder = await newDataFolder(store)
    service = await ServiceProcess.startFrom(join(folder, 'main.js'), {
      ...dataFolder.settings,
      MILLRACE_API_KEY: KEY,
      MILLRACE_RATE_LIMITS: 'off',
      MILLRACE_EGRESS_ALLOW: '127.0.0.1',
      ...settings,
    })
    return service
  }
  async function read({ url }: ServiceProcess, path: string): Promise<string> {
    const response = await fetch(`${url}${path}`)
    const text = await response.text()
    assert.equal(response.status, 200, `${path}: ${text}`)
    return text
  }
  async function create(running: ServiceProcess, path: string, body: object): Promise<string> {
    const created = await running.request<{ id: string }>('POST', `/v1${path}`, { key: KEY, body })
    assert.equal(created.status, 201, JSON.stringify(created.body))
    return created.body.data.id
  }
  const source = (path: string) => readFileSync(join(ROOT, 'server', 'src', path), 'utf8')

  it('The bundle contains one file per separately loaded module and imports nothing from the sources', () => {
    const files = readdirSync(folder)
    assert.ok(files.includes('main.js'))
    assert.ok(files.length < 100, `${files.length} files`)
    for (const file of files) {
      const imports = readFileSync(join(folder, file), 'utf8').matchAll(
        /^(?:import|export) [^'"]*?from "([^"]+)";$/gm,
      )
      for (const [, specifier = ''] of imports) {
        assert.match(specifier, /^(?:node:|\.\/)/, `${file} imports ${specifier}`)
      }
    }
  })

  it('The bundled service finds the pages and assets that lie next to the sources', async () => {
    const running = await start('SQLite')
    assert.ok((await read(running, '/docs/docs.css')).startsWith(source('http/docs/assets/base.css')))
    assert.equal(await read(running, '/docs/docs.js'), source('http/docs/assets/docs.js'))
    for (const page of [
      '',
      '/guides',
      '/guides/workflows',
      '/nodes',
      '/integrations',
      '/errors',
      '/configuration',
    ]) {
      assert.match(await read(running, `/docs${page}`), /^<!doctype html>/)
    }
    const generated = readFileSync(join(ROOT, 'docs', 'reference', 'openapi.json'), 'utf8')
    assert.deepEqual(JSON.parse(await read(running, '/openapi.json')), JSON.parse(generated))
    const icon = readFileSync(join(ROOT, 'web', 'dist', 'favicon.svg'), 'utf8')
    assert.equal(await read(running, '/favicon.svg'), icon)
    const form = await create(running, '/forms', {
      name: 'Feedback',
      fields: [{ name: 'comment', type: 'text' }],
    })
    const page = await read(running, `/f/${form}`)
    assert.ok(page.includes(source('features/public-pages/public-page.css')))
  })

  for (const store of ['SQLite', 'PostgreSQL'] as const) {
    it(`The bundled service runs code in its sandbox and sends HTTP requests, on ${store}`, async () => {
      const running = await start(store)
      const workflow = await create(running, '/workflows', {
        name: 'Code and an HTTP request',
        nodes: [
          { id: 'start', type: 'start' },
          { id: 'double', type: 'code', data: { code: 'return { doubled: input.number * 2 }' } },
          { id: 'call', type: 'http', data: { url: `${running.url}/livez` } },
          {
            id: 'end',
            type: 'return',
            data: {
              value: {
                doubled: '{{ nodes.double.output.doubled }}',
                status: '{{ nodes.call.output.status }}',
              },
            },
          },
        ],
        edges: [
          { source: 'start', target: 'double' },
          { source: 'double', target: 'call' },
          { source: 'call', target: 'end' },
        ],
      })
      const ended = await running.request<Execution>('POST', `/v1/workflows/${workflow}/execute`, {
        key: KEY,
        headers: { prefer: 'wait=30' },
        body: { input: { number: 21 } },
      })
      assert.deepEqual(
        [ended.body.data.status, ended.body.data.output],
        ['completed', { doubled: 42, status: 200 }],
        JSON.stringify(ended.body),
      )
    })
  }

  it('The bundled service reads documents in threads started from the sources', async () => {
    const running = await start('SQLite')
    const document = 'swagger: "2.0"\nhost: api.example.com\npaths: {/a: {get: {operationId: readA}}}\n'
    for (const text of [document, `${document}# ${'long '.repeat(300_000)}\n`]) {
      const id = await create(running, '/integrations/import', { name: 'Small or long', document: text })
      const actions = await running.request<{ name: string }[]>('GET', `/v1/integrations/${id}/actions`, {
        key: KEY,
      })
      assert.deepEqual(
        actions.body.data.map(({ name }) => name),
        ['readA'],
      )
    }
  })

  it('The bundled service copies a long log into the database on a thread started from the sources', async () => {
    const running = await start('SQLite', { NODE_DEBUG: 'worker' })
    const text = 'x'.repeat(500_000)
    for (let round = 0; round < 12; round += 1) {
      await create(running, '/workflows', { name: `Workflow ${round}`, variables: { text } })
    }
    const thread = join(ROOT, 'server', 'src', 'store', 'dialects', 'sqlite', 'wal-checkpointer-thread.ts')
    await running.logged(`starts worker script ${thread}`)
    const file = join(dataFolder?.folder ?? '', 'millrace.db')
    while (statSync(file).size < 4_000_000) await read(running, '/livez')
  })

  it('The bundled service rejects an invalid request with the same error code as the sources', async () => {
    const running = await start('SQLite')
    const rejected = await running.request('POST', '/v1/workflows', { key: KEY, body: { nodes: 'none' } })
    assert.equal(rejected.status, 400)
    assert.equal(rejected.body.error.code, 'VALIDATION_ERROR')
  })
})
