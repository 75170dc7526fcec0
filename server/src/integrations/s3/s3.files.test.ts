import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it, type TestContext } from 'node:test'
import { type JsonObject, toFileValue } from '#domain/index.ts'
import { failureOf, outputOf, runAction } from '#integrations/testing/run-action.ts'
import { MemoryFiles } from '#nodes/testing/memory-files.ts'
import { nodeCall } from '#nodes/testing/node-call.ts'
import { S3Server } from '#test/support/s3/s3-server.ts'

const { account } = nodeCall({ parameters: {} })

describe('actions of S3 on a server that checks signatures', () => {
  let server: S3Server
  const files = new MemoryFiles(10_000_000)
  before(async () => {
    server = await S3Server.start()
  })
  after(() => server.stop())

  const run = (t: TestContext, action: string, parameters: JsonObject, change: JsonObject = {}) => {
    const { accessKeyId, secretAccessKey, region } = server.account
    const credential = () =>
      JSON.stringify({
        access_key_id: accessKeyId,
        secret_access_key: secretAccessKey,
        region,
        bucket: server.bucket,
        endpoint: server.endpoint,
        ...change,
      })
    return runAction(t, 's3', action, { credential, parameters, files, call: { now: Date.now() } })
  }

  async function stored(name: string, mediaType: string, bytes: Uint8Array) {
    async function* chunks() {
      yield bytes
    }
    const created = await files.create(account, { name, mediaType, chunks: chunks() })
    assert.ok(created.ok)
    return toFileValue(created.file)
  }

  it('A file is uploaded with its type, and downloaded as a file with the name of its key', async (t) => {
    const bytes = randomBytes(3_000_000)
    const file = await stored('März.pdf', 'application/pdf', bytes)
    const uploaded = await outputOf(run(t, 'upload_file', { key: 'a b/ü (1).pdf', file }))
    assert.equal((uploaded as JsonObject)['key'], 'a b/ü (1).pdf')
    assert.equal(server.objects.get('a b/ü (1).pdf')?.type, 'application/pdf')
    assert.ok((await server.contentOf('a b/ü (1).pdf')).equals(bytes))
    const output = (await outputOf(run(t, 'download_file', { key: 'a b/ü (1).pdf' }))) as JsonObject
    const back = output['file'] as JsonObject
    assert.deepEqual(
      [back['name'], back['media_type'], back['size'], back['sha256']],
      ['ü (1).pdf', 'application/pdf', bytes.length, file.sha256],
    )
    assert.notEqual(back['$file'], file.$file)
  })

  it('An empty file is uploaded, and a content type of the parameters counts', async (t) => {
    const file = await stored('empty', 'text/plain', Buffer.alloc(0))
    await outputOf(run(t, 'upload_file', { key: 'empty', file, content_type: 'text/csv' }))
    assert.deepEqual([server.objects.get('empty')?.type, server.objects.get('empty')?.size], ['text/csv', 0])
  })

  it('Objects are listed in pages, read, and deleted', async (t) => {
    for (const name of ['1', '2', '3'])
      await outputOf(run(t, 'put_object', { key: `list/${name} & é`, body: name }))
    const first = (await outputOf(run(t, 'list_objects', { prefix: 'list/', max_keys: 2 }))) as JsonObject
    const keysOf = (listed: JsonObject) =>
      (listed['objects'] as readonly JsonObject[]).map((one) => one['key'])
    assert.deepEqual(keysOf(first), ['list/1 & é', 'list/2 & é'])
    const next = { prefix: 'list/', continuation_token: first['next'] ?? null }
    assert.deepEqual(keysOf((await outputOf(run(t, 'list_objects', next))) as JsonObject), ['list/3 & é'])
    const folders = (await outputOf(run(t, 'list_objects', { delimiter: '/' }))) as JsonObject
    assert.ok((folders['prefixes'] as readonly string[]).includes('list/'))
    const { body } = (await outputOf(run(t, 'get_object', { key: 'list/2 & é' }))) as { body: unknown }
    assert.equal(body, '2')
    await outputOf(run(t, 'delete_object', { key: 'list/2 & é' }))
    await outputOf(run(t, 'delete_object', { key: 'list/2 & é' }))
    assert.equal(server.objects.has('list/2 & é'), false)
  })

  it('A presigned URL reads or stores one object, and nothing else', async (t) => {
    const urlFor = async (method: string) => {
      const parameters = { key: 'shared/ä b.txt', method, expires_in: 60 }
      return ((await outputOf(run(t, 'presign_url', parameters))) as { url: string }).url
    }
    const put = await urlFor('PUT')
    assert.equal((await fetch(put, { method: 'PUT', body: 'shared' })).status, 200)
    const get = await urlFor('GET')
    assert.equal(await (await fetch(get)).text(), 'shared')
    assert.equal((await fetch(get, { method: 'PUT', body: 'x' })).status, 403)
    assert.equal((await fetch(get.replace('b.txt', 'c.txt'))).status, 403)
  })

  it('A missing object, a wrong key, a file that is too large and a value that is no file fail the step', async (t) => {
    assert.equal((await failureOf(run(t, 'download_file', { key: 'absent' }))).code, 'HTTP_404')
    const wrong = { secret_access_key: 'other' }
    assert.equal((await failureOf(run(t, 'download_file', { key: 'empty' }, wrong))).code, 'HTTP_403')
    await outputOf(run(t, 'put_bytes', { key: 'large', body: Buffer.alloc(11_000_000).toString('base64') }))
    assert.equal((await failureOf(run(t, 'download_file', { key: 'large' }))).code, 'FILE_TOO_LARGE')
    const count = server.requests.length
    assert.equal((await failureOf(run(t, 'upload_file', { key: 'x', file: 'text' }))).code, 'NOT_A_FILE')
    const gone = { $file: '01937b5e-8f3a-7c41-9a52-3d1f0c7be2aa' }
    assert.equal((await failureOf(run(t, 'upload_file', { key: 'x', file: gone }))).code, 'FILE_NOT_FOUND')
    assert.equal(server.requests.length, count, 'nothing was sent')
  })
})
