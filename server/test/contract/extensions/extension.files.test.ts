import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { File } from '@millrace/contract/file.ts'
import { Client } from '#test/contract/support/client.ts'
import { startService, STORE_KINDS, type TestService } from '#test/support/test-service.ts'

for (const store of STORE_KINDS) {
  describe(`files on ${store}`, () => {
    let service: TestService
    let client: Client
    before(async () => {
      service = await startService({ store, environment: { MILLRACE_FILE_LIMIT: '1' } })
      client = new Client(service, service.key)
    })
    after(() => service.destroy())

    async function upload(
      bytes: Uint8Array<ArrayBuffer>,
      { name = 'data.bin', type = 'application/octet-stream' } = {},
    ) {
      const path = `/files?name=${encodeURIComponent(name)}`
      const answer = await client.send('POST', path, { rawBody: bytes, headers: { 'content-type': type } })
      return answer.expect(201).data<File>()
    }

    async function download(id: string, headers: Record<string, string> = {}) {
      const answer = await fetch(`${service.url}/v1/files/${id}/content`, {
        headers: { authorization: `Bearer ${service.key}`, ...headers },
      })
      return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
    }

    it('A file is uploaded as a raw body and downloaded byte by byte', async () => {
      const bytes = new Uint8Array(randomBytes(700_000))
      const file = await upload(bytes, { name: 'Fotos/Zürich.png', type: 'image/png' })
      assert.deepEqual(file, {
        $file: file.id,
        id: file.id,
        name: 'Zürich.png',
        media_type: 'image/png',
        size: 700_000,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        created_at: file.created_at,
      })
      assert.deepEqual((await client.get(`/files/${file.id}`)).expect(200).data(), file)
      const { answer, bytes: received } = await download(file.id)
      assert.equal(answer.status, 200)
      assert.ok(received.equals(bytes))
      assert.equal(answer.headers.get('content-length'), '700000')
      assert.equal(answer.headers.get('content-type'), 'image/png')
    })

    it('A file is uploaded in a multipart body, with the name and the type of its part', async () => {
      const body = new FormData()
      body.append('note', 'ignored')
      body.append('file', new Blob(['a,b\n1,2\n'], { type: 'text/csv' }), '../../table.csv')
      const answer = await fetch(`${service.url}/v1/files`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.key}` },
        body,
      })
      assert.equal(answer.status, 201)
      const { data } = (await answer.json()) as { data: File }
      assert.equal(data.name, 'table.csv')
      assert.equal(data.media_type, 'text/csv')
      assert.equal((await download(data.id)).bytes.toString(), 'a,b\n1,2\n')
    })

    it('A multipart body has exactly one file and is well-formed', async () => {
      const send = async (rawBody: string, contentType: string) => {
        const answer = await client.send('POST', '/files', {
          rawBody,
          headers: { 'content-type': contentType },
        })
        return answer.status
      }
      const part = (name: string) =>
        `--x\r\nContent-Disposition: form-data; name="${name}"; filename="${name}.txt"\r\n\r\ntext\r\n`
      const type = 'multipart/form-data; boundary=x'
      assert.equal(await send(`${part('a')}--x--\r\n`, type), 201)
      assert.equal(await send(`${part('a')}${part('b')}--x--\r\n`, type), 400)
      assert.equal(
        await send('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\ntext\r\n--x--\r\n', type),
        400,
      )
      assert.equal(await send(part('a'), type), 400, 'it ends before its last boundary')
      assert.equal(await send('', type), 400)
      assert.equal(await send('--x--', 'multipart/form-data'), 400, 'it names no boundary')
    })

    it('An upload whose content type is no media type is refused with what it must be', async () => {
      const answer = await client.send('POST', '/files', { rawBody: 'a', headers: { 'content-type': '' } })
      const { message } = answer.error(415, 'VALIDATION_ERROR')
      assert.match(message, /must be a media type/)
    })

    it('An empty file is a file', async () => {
      const file = await upload(new Uint8Array())
      assert.equal(file.size, 0)
      const { answer, bytes } = await download(file.id)
      assert.deepEqual([answer.status, bytes.length], [200, 0])
      const { answer: ranged } = await download(file.id, { range: 'bytes=0-' })
      assert.equal(ranged.status, 416)
    })

    it('A range of a file is answered with its bytes alone', async () => {
      const bytes = new Uint8Array(randomBytes(600_000))
      const file = await upload(bytes)
      const { answer, bytes: part } = await download(file.id, { range: 'bytes=524280-524299' })
      assert.equal(answer.status, 206)
      assert.equal(answer.headers.get('content-range'), 'bytes 524280-524299/600000')
      assert.equal(answer.headers.get('content-length'), '20')
      assert.ok(part.equals(bytes.subarray(524_280, 524_300)))
      const etag = answer.headers.get('etag') ?? ''
      assert.equal((await download(file.id, { range: 'bytes=0-9', 'if-range': etag })).answer.status, 206)
      assert.equal(
        (await download(file.id, { range: 'bytes=0-9', 'if-range': '"other"' })).answer.status,
        200,
      )
      const { answer: beyond } = await download(file.id, { range: 'bytes=600000-' })
      assert.equal(beyond.status, 416)
    })

    it('Whatever a file contains, browsers save it and run nothing in it', async () => {
      const html = new TextEncoder().encode('<script>alert(1)</script>')
      const file = await upload(html, { name: 'x"\r\nSet-Cookie: a=b; .html', type: 'text/html' })
      const { answer } = await download(file.id)
      assert.equal(answer.headers.get('content-disposition'), 'attachment; filename="xSet-Cookie a=b; .html"')
      assert.equal(answer.headers.get('content-security-policy'), "sandbox; default-src 'none'")
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
      assert.equal(answer.headers.get('set-cookie'), null)
      assert.equal(answer.headers.get('cache-control'), 'no-store')
    })

    it('A file above the limit is refused, whether its size is announced or not, and leaves nothing', async () => {
      const before = await service.service.store.files.usage(service.firstStart.account.id)
      const tooLarge = new Uint8Array(1024 * 1024 + 1)
      const answer = await client.send('POST', '/files', { rawBody: tooLarge })
      assert.equal(answer.error(413, 'VALIDATION_ERROR').message, 'The file is larger than 1 MiB.')
      const stream = new ReadableStream({
        pull(controller) {
          controller.enqueue(new Uint8Array(64 * 1024))
        },
      })
      const unannounced = await fetch(`${service.url}/v1/files`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.key}` },
        body: stream,
        duplex: 'half',
      }).then(
        ({ status }) => status,
        () => 'hung up',
      )
      assert.ok(unannounced === 413 || unannounced === 'hung up', String(unannounced))
      assert.deepEqual(await service.service.store.files.usage(service.firstStart.account.id), before)
    })

    it('Files of one account cannot be reached from another, by their id or by their content', async () => {
      const file = await upload(new TextEncoder().encode('confidential'), { name: 'secret.txt' })
      const other = new Client(service, (await service.createAccount()).key)
      for (const path of [`/files/${file.id}`, `/files/${file.id}/content`]) {
        ;(await other.get(path)).expect(404)
      }
      ;(await other.delete(`/files/${file.id}`)).expect(404)
      ;(await other.get(`/files/${file.sha256}`)).expect(400)
      const path = '/files?name=same.txt'
      const same = (await other.send('POST', path, { rawBody: 'confidential' })).expect(201).data<File>()
      assert.notEqual(same.id, file.id)
      ;(await other.delete(`/files/${same.id}`)).expect(200)
      assert.equal((await download(file.id)).bytes.toString(), 'confidential')
    })

    it('A file that an execution refers to cannot be deleted, and any other can', async () => {
      const [used, unused] = [await upload(new Uint8Array([1])), await upload(new Uint8Array([2]))]
      const workflow = await client.createWorkflow({ nodes: [{ id: 'start', type: 'start' }] })
      await client.run(workflow, { file: used })
      ;(await client.delete(`/files/${used.id}`)).expect(409)
      ;(await client.delete(`/files/${unused.id}`)).expect(200)
      ;(await client.get(`/files/${unused.id}`)).expect(404)
      ;(await client.get(`/files/${unused.id}/content`)).expect(404)
      assert.equal((await download(used.id)).bytes.length, 1)
    })

    it('An upload is repeated by its key, and another content with the same key is refused', async () => {
      const send = (rawBody: string) =>
        client.send('POST', '/files?name=a.txt', {
          rawBody,
          headers: { 'idempotency-key': `upload-${store}` },
        })
      const first = (await send('one')).expect(201).data<File>()
      const again = (await send('one')).expect(201)
      assert.deepEqual(again.data<File>(), first)
      assert.equal(again.headers.get('idempotent-replayed'), 'true')
      ;(await send('two')).expect(409)
    })

    it('The content of an upload that is refused after it was stored is removed at once', async (t) => {
      const { files } = service.service.store
      const announced = t.mock.method(files, 'announceContent')
      const removed = t.mock.method(files, 'removeSoon')
      const part = '--x\r\nContent-Disposition: form-data; name="a"; filename="a.txt"\r\n\r\ntext\r\n--x\r\n'
      const cut = await client.send('POST', '/files', {
        rawBody: part,
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      })
      cut.error(400, 'VALIDATION_ERROR')
      const headers = { 'idempotency-key': `refused-${store}` }
      ;(await client.send('POST', '/files?name=a.txt', { rawBody: 'one', headers })).expect(201)
      ;(await client.send('POST', '/files?name=a.txt', { rawBody: 'two', headers })).expect(409)
      const [first, , second] = announced.mock.calls.map((call) => call.arguments[0])
      assert.deepEqual(
        removed.mock.calls.map((call) => call.arguments[1]),
        [[first], [second]],
      )
    })

    it('An upload that the sender breaks off leaves no file', async () => {
      const { files } = service.service.store
      const before = await files.usage(service.firstStart.account.id)
      const { hostname, port } = new URL(service.url)
      const socket = connect(Number(port), hostname)
      socket.write(
        `POST /v1/files HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${service.key}\r\nContent-Length: 500000\r\n\r\n`,
      )
      await new Promise((resolve) => socket.write(Buffer.alloc(200_000), resolve))
      socket.resetAndDestroy()
      await once(socket, 'close')
      assert.deepEqual(await files.usage(service.firstStart.account.id), before)
    })
  })
}
