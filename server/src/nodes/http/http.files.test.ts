import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { type AccountId, type JsonObject, toFileValue } from '#domain/index.ts'
import { MemoryFiles } from '#nodes/testing/memory-files.ts'
import { nodeCall } from '#nodes/testing/node-call.ts'
import type { Files } from '#ports/index.ts'
import { failureOf, outputOf, runHttp, serveRecording } from './testing/http-under-test.ts'

const { account } = nodeCall({ parameters: {} })

async function stored(files: Files, name: string, mediaType: string, bytes: Uint8Array, owner = account) {
  async function* chunks() {
    yield bytes
  }
  const created = await files.create(owner, { name, mediaType, chunks: chunks() })
  assert.ok(created.ok)
  return toFileValue(created.file)
}

async function contentOf(files: Files, value: JsonObject): Promise<Buffer> {
  const opened = (await files.open(account, value['$file'] as string)) ?? assert.fail('no such file')
  const chunks: Uint8Array[] = []
  for await (const chunk of opened.read()) chunks.push(chunk)
  return Buffer.concat(chunks)
}

describe('http node with files', () => {
  it('A response becomes a file, named by its header or its URL', async (t) => {
    const bytes = randomBytes(3_000_000)
    const server = await serveRecording(t, (response, { url }) => {
      const headers = { 'content-type': 'application/pdf; x=1' }
      const named = {
        ...headers,
        'content-disposition': `attachment; filename*=UTF-8''Z%C3%BCrich.pdf; filename="x"`,
      }
      response.writeHead(200, url.startsWith('/named') ? named : headers).end(bytes)
    })
    const files = new MemoryFiles()
    const parameters = { url: `${server.origin}/reports/march%202026.pdf`, response: 'file' }
    const { status, body } = await outputOf(runHttp(t, parameters, { files }))
    assert.equal(status, 200)
    const file = body as JsonObject
    assert.deepEqual(
      [file['name'], file['media_type'], file['size'], file['sha256']],
      ['march 2026.pdf', 'application/pdf', bytes.length, createHash('sha256').update(bytes).digest('hex')],
    )
    assert.ok((await contentOf(files, file)).equals(bytes))
    const named = await outputOf(runHttp(t, { url: `${server.origin}/named`, response: 'file' }, { files }))
    assert.equal((named['body'] as JsonObject)['name'], 'Zürich.pdf')
  })

  it('A file does not contain the secret of the request, however the server sends it back', async (t) => {
    const token = 'CANARY-token-1234567890'
    const server = await serveRecording(t, (response) => {
      const name = `attachment; filename="${token}.bin"`
      response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-disposition': name })
      response.write(Buffer.from([255, 0]))
      response.write(`${Buffer.from(`x${token}`).toString('base64')} ${token.slice(0, 9)}`)
      // The rest arrives as another chunk.
      setTimeout(() => response.end(`${token.slice(9)}.`), 20)
    })
    const files = new MemoryFiles()
    const credential = { type: 'bearer_token', value: token }
    const parameters = { url: server.origin, response: 'file' }
    const { body } = await outputOf(runHttp(t, parameters, { files, credential }))
    const file = body as JsonObject
    assert.doesNotMatch(file['name'] as string, /CANARY/)
    const content = await contentOf(files, file)
    assert.deepEqual([...content.subarray(0, 2)], [255, 0])
    assert.match(content.toString('latin1', 2), /^.{0,4}\*\*\*.{0,4} \*\*\*\.$/)
    assert.equal(file['size'], content.length)
  })

  it('A response that is too large, breaks off or is an error becomes no file', async (t) => {
    const server = await serveRecording(t, (response, { url }) => {
      if (url === '/missing') response.writeHead(404).end('nothing here')
      else if (url === '/broken') {
        response.writeHead(200, { 'content-length': '1000' }).write('only this', () => response.destroy())
      } else response.end(Buffer.alloc(50_000))
    })
    const files = new MemoryFiles(40_000)
    const run = (path: string) =>
      failureOf(runHttp(t, { url: `${server.origin}${path}`, response: 'file' }, { files }))
    assert.equal((await run('/large')).code, 'FILE_TOO_LARGE')
    assert.equal((await run('/broken')).code, 'CONNECTION_FAILED')
    assert.equal((await run('/missing')).code, 'HTTP_404')
  })

  it('A file is sent as its content, with its type and length', async (t) => {
    const server = await serveRecording(t)
    const files = new MemoryFiles()
    const body = await stored(files, 'a.csv', 'text/csv', Buffer.from('a,b\n1,2\n'))
    await outputOf(runHttp(t, { method: 'PUT', url: server.origin, body }, { files }))
    const [seen] = server.seen
    assert.equal(seen?.body, 'a,b\n1,2\n')
    assert.equal(seen.headers['content-type'], 'text/csv')
    assert.equal(seen.headers['content-length'], '8')
    assert.equal(seen.headers['transfer-encoding'], undefined)
  })

  it('A multipart form has texts, files and lists of them, and names cannot break out of their header', async (t) => {
    const server = await serveRecording(t)
    const files = new MemoryFiles()
    const one = await stored(files, 'one.txt', 'text/plain', Buffer.from('first'))
    const two = await stored(files, 'zwei.bin', 'application/octet-stream', Buffer.from([0, 1, 255]))
    const body = { title: 'Übersicht', 'evil"\r\nX: y': 7, docs: [one, two], none: null }
    await outputOf(
      runHttp(t, { method: 'POST', url: server.origin, body_type: 'multipart', body }, { files }),
    )
    const [seen] = server.seen
    assert.ok(seen)
    const type = String(seen.headers['content-type'])
    assert.equal(seen.headers['content-length'], String(seen.body.length))
    const form = await new Response(Buffer.from(seen.body, 'latin1'), {
      headers: { 'content-type': type },
    }).formData()
    assert.equal(form.get('title'), 'Übersicht')
    assert.equal(seen.body.includes('\r\nX: y'), false)
    const docs = form.getAll('docs') as File[]
    assert.deepEqual(
      docs.map(({ name, type: media, size }) => [name, media, size]),
      [
        ['one.txt', 'text/plain', 5],
        ['zwei.bin', 'application/octet-stream', 3],
      ],
    )
  })

  it('A file of another account, one that does not exist and a value that is no file fail the step', async (t) => {
    const server = await serveRecording(t)
    const files = new MemoryFiles()
    const foreign = await stored(files, 'x', 'text/plain', Buffer.from('x'), 'other' as AccountId)
    const send = async (body: JsonObject | string, type = 'file') =>
      (await failureOf(runHttp(t, { method: 'POST', url: server.origin, body_type: type, body }, { files })))
        .code
    assert.equal(await send(foreign), 'FILE_NOT_FOUND')
    assert.equal(await send({ doc: foreign }, 'multipart'), 'FILE_NOT_FOUND')
    assert.equal(await send({ $file: '01937b5e-8f3a-7c41-9a52-3d1f0c7be2aa' }), 'FILE_NOT_FOUND')
    assert.equal(await send({ file: 'x' }), 'NOT_A_FILE')
    assert.equal(await send('text', 'multipart'), 'INVALID_PARAMETERS')
    assert.equal(server.seen.length, 0)
  })
})
