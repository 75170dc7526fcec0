import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Execution } from '@millrace/contract/execution.ts'
import { masterKeyId } from '#adapters/index.ts'
import { serveHttp } from '#adapters/outgoing/testing/loopback-server.ts'
import { type DataFolder, newDataFolder } from '../testing/data-folder.ts'
import { type Finished, runProgram, ServiceProcess, type Settings } from '../testing/program.ts'

const key = 'test-'.repeat(6)
const secrets = { before: 'before-the-rotation', during: 'while-it-is-rotated' }

for (const store of ['SQLite', 'PostgreSQL'] as const) {
  describe(`Rotating the master key while the service runs on ${store}`, () => {
    let dataFolder: DataFolder
    let service: ServiceProcess
    const credentials: Record<string, string> = {}
    before(async () => {
      dataFolder = await newDataFolder(store)
      service = await start()
    })
    after(async () => {
      await service.end()
      await dataFolder.destroy()
    })

    const start = () => ServiceProcess.start({ ...dataFolder.settings, MILLRACE_API_KEY: key })
    const keyFile = () => join(dataFolder.folder, 'master.key')
    const idsInFile = () =>
      readFileSync(keyFile(), 'utf8')
        .trim()
        .split('\n')
        .map((line) => masterKeyId(Buffer.from(line, 'base64')))
    const rotate = (...words: string[]) => runProgram(['rotate-master-key', ...words], dataFolder.settings)

    async function keep(name: keyof typeof secrets): Promise<void> {
      const body = { name, type: 'api_key', value: secrets[name], allowed_hosts: ['127.0.0.1'] }
      const kept = await service.request<{ id: string }>('POST', '/v1/credentials', { key, body })
      assert.equal(kept.status, 201)
      credentials[name] = kept.body.data.id
    }

    it('keeps every secret, key and webhook working, and ends with the new key alone', async (t) => {
      const { origin, seen } = await serveKeys(t)
      /** What a run sends with a credential: proof that the service can open it. */
      async function use(name: keyof typeof secrets): Promise<void> {
        seen.length = 0
        const nodes = [{ id: 'a', type: 'http', data: { url: origin }, credential_id: credentials[name] }]
        const workflow = await service.request<{ id: string }>('POST', '/v1/workflows', {
          key,
          body: { name: 'Use', nodes },
        })
        const path = `/v1/workflows/${workflow.body.data.id}/execute`
        const accepted = await service.request<{ execution_id: string }>('POST', path, { key, body: {} })
        const run = `/v1/executions/${accepted.body.data.execution_id}`
        for (;;) {
          const { data } = (await service.request<Execution>('GET', run, { key })).body
          if (data.status === 'completed' || data.status === 'failed') break
        }
        assert.deepEqual(seen, [secrets[name]])
      }

      await keep('before')
      const webhook = { url: 'https://example.com/hook', events: ['form.submitted'] }
      assert.equal((await service.request('POST', '/v1/webhooks', { key, body: webhook })).status, 201)
      const [old] = idsInFile()

      const { stdout } = succeeded(await rotate())
      const [current, previous] = idsInFile()
      assert.equal(previous, old)
      assert.notEqual(current, old)
      assert.match(
        stdout,
        new RegExp(`^Generated master key ${current}\\. The file keeps ${old} as the previous key\\.\n`),
      )
      // The canary, the key of the digests, the credential and the secret of the webhook.
      assert.match(stdout, new RegExp(`\nEncrypted 4 secrets with master key ${current}\\.\n`))

      await keep('during')
      await use('before')
      await use('during')

      assert.match(succeeded(await rotate()).stdout, /Continuing the rotation .*\nEncrypted 0 secrets/)
      assert.match(
        succeeded(await rotate('finish')).stdout,
        new RegExp(`: ${old}\\. Backups from before .* need this key`),
      )
      assert.deepEqual(idsInFile(), [current])
      assert.match(succeeded(await rotate('finish')).stdout, /There is no previous key to remove\.\n$/)
      await use('before')
      await service.end()

      service = await start()
      await use('before')
      await use('during')
    })

    it('keeps the previous key while a secret cannot be decrypted, and names the secret', async () => {
      const missing = randomBytes(32)
      const file = readFileSync(keyFile(), 'utf8')
      // Sealed with a key that is gone when the rotation begins.
      writeFileSync(keyFile(), `${missing.toString('base64')}\n${file}`)
      await keep('during')
      writeFileSync(keyFile(), file)
      const { code, stderr } = await rotate()
      assert.equal(code, 1)
      assert.match(
        stderr,
        new RegExp(
          `None of the keys decrypts 1 secret\\. .*\n {2}credentials ${credentials['during']} of account`,
        ),
      )
      assert.equal((await rotate('finish')).code, 1)
      assert.equal(idsInFile().length, 2)

      writeFileSync(keyFile(), `${readFileSync(keyFile(), 'utf8')}${missing.toString('base64')}\n`)
      succeeded(await rotate('finish'))
      assert.equal(idsInFile().length, 1)
    })
  })
}

describe('Rotating a master key that is in the environment', () => {
  it('requires both keys in every process first, and then encrypts with the new one', async (t) => {
    const dataFolder = await newDataFolder()
    t.after(() => dataFolder.destroy())
    const [old, next] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
    const run = (words: readonly string[], MILLRACE_MASTER_KEY: string) =>
      runProgram(words, { ...dataFolder.settings, MILLRACE_MASTER_KEY } satisfies Settings)
    succeeded(await run(['accounts', 'create', 'First'], old))

    const alone = await run(['rotate-master-key'], old)
    assert.deepEqual([alone.code, alone.stderr.includes('`new,old`')], [2, true])
    assert.equal((await run(['accounts', 'list'], next)).code, 1)
    assert.match(succeeded(await run(['rotate-master-key'], `${next},${old}`)).stdout, /Encrypted 2 secrets/)
    succeeded(await run(['accounts', 'list'], next))
    assert.equal((await run(['accounts', 'list'], old)).code, 1)
    assert.equal((await run(['rotate-master-key', 'finish'], next)).code, 2)
  })
})

function succeeded(finished: Finished): Finished {
  assert.deepEqual({ code: finished.code, stderr: finished.stderr }, { code: 0, stderr: '' })
  return finished
}

/** A server that notes the keys it is sent. */
async function serveKeys(t: Parameters<typeof serveHttp>[0]) {
  const seen: unknown[] = []
  const { origin } = await serveHttp(t, ({ headers }, response) => {
    seen.push(headers['x-api-key'])
    response.end()
  })
  return { origin, seen }
}
