import assert from 'node:assert/strict'
import type { JsonObject } from '#domain/index.ts'
import { FORM_TYPE, inForm } from './form-body.ts'
import { type LargeContent, type Measured, measure } from './large-content.ts'
import { type LargeFilesService, TIMEOUT_MS } from './large-files-service.ts'

/** What a way needs, created once for all contents. */
type Passage = (content: LargeContent, file: JsonObject) => Promise<void>

/** A way in or out of the service. */
export interface Way {
  readonly name: string
  readonly direction: 'in' | 'out'
  /** `file` is a file with the same content, for the ways out. */
  open(service: LargeFilesService): Promise<Passage>
}

export const WAYS: readonly Way[] = [
  {
    name: 'an upload',
    direction: 'in',
    open: async (service) => async (content) => {
      assertSame(await service.sendForData('/v1/files?name=a.bin', { chunks: content.chunks() }), content)
    },
  },
  {
    name: 'an upload of a form',
    direction: 'in',
    open: async (service) => async (content) => {
      const body = { type: FORM_TYPE, chunks: inForm('file', content.chunks()) }
      assertSame(await service.sendForData('/v1/files', body), content)
    },
  },
  {
    name: 'a download',
    direction: 'out',
    open: async (service) => async (content, file) => {
      assertSame(await measure(await service.download(file['$file'] as string)), content)
    },
  },
  {
    name: 'the page of a form',
    direction: 'in',
    async open(service) {
      const fields = [{ name: 'scan', type: 'file', required: true }]
      const { id } = await service.call('POST', '/v1/forms', { name: 'Scans', fields })
      return async (content) => {
        const body = { type: FORM_TYPE, chunks: inForm('scan', content.chunks()) }
        const answer = await service.send(`/f/${id as string}`, body)
        answer.resume()
        assert.equal(answer.statusCode, 303)
        const [submission] = (await service.call(
          'GET',
          `/v1/forms/${id as string}/submissions?limit=1`,
        )) as unknown as readonly JsonObject[]
        const { data } = submission ?? assert.fail('there is no submission')
        assertSame((data as JsonObject)['scan'] as JsonObject, content)
      }
    },
  },
  {
    name: 'the binary body of an inbound webhook',
    direction: 'in',
    async open(service) {
      const { path } = await service.createWorkflow([{ id: 'webhook', type: 'webhook' }])
      return async (content) => {
        const { execution_id: id } = await service.sendForData(path, { chunks: content.chunks() })
        const { input } = await service.ended(id as string)
        assertSame((input as JsonObject)['body'] as JsonObject, content)
      }
    },
  },
  {
    name: 'the form of an inbound webhook',
    direction: 'in',
    async open(service) {
      const { path } = await service.createWorkflow([{ id: 'webhook', type: 'webhook' }])
      return async (content) => {
        const body = { type: FORM_TYPE, chunks: inForm('scan', content.chunks()) }
        const { execution_id: id } = await service.sendForData(path, body)
        const { input } = await service.ended(id as string)
        assertSame(((input as JsonObject)['body'] as JsonObject)['scan'] as JsonObject, content)
      }
    },
  },
  {
    name: 'the response of an inbound webhook',
    direction: 'out',
    async open(service) {
      const file = { $file: '{{ input.query.id }}' }
      const { path } = await service.createWorkflow([
        { id: 'webhook', type: 'webhook', data: { respond: 'respond_node' } },
        { id: 'respond', type: 'respond', data: { body: file } },
      ])
      return async (content, { $file }) => {
        const answer = await service.send(`${path}?id=${$file as string}`, {
          type: 'application/json',
          chunks: [Buffer.from('{}')],
        })
        assertSame(await measure(answer), content)
      }
    },
  },
  {
    name: '`http` with `response: file`',
    direction: 'in',
    async open(service) {
      const { peer } = service
      const { id } = await service.createWorkflow([step('http', { url: peer.url, response: 'file' })])
      return async (content) => {
        peer.offered = content
        const { output } = await service.ended(await service.execute(id, {}))
        assertSame((output as JsonObject)['body'] as JsonObject, content)
      }
    },
  },
  {
    name: '`http` with a file as `body`',
    direction: 'out',
    open: (service) => sendByHttp(service, { body: '{{ input.file }}' }),
  },
  {
    name: '`http` with `body_type: multipart`',
    direction: 'out',
    open: (service) => sendByHttp(service, { body_type: 'multipart', body: { scan: '{{ input.file }}' } }),
  },
  {
    name: '`upload_file` of S3',
    direction: 'out',
    async open(service) {
      const { bucket } = service
      const { id } = await service.createWorkflow([
        await s3Step(service, 'upload_file', { key: 'out', file: '{{ input.file }}' }),
      ])
      return async (content, file) => {
        await service.ended(await service.execute(id, { file }))
        assertSame(await measure(bucket.read('out')), content)
      }
    },
  },
  {
    name: '`download_file` of S3',
    direction: 'in',
    async open(service) {
      const { bucket } = service
      const { id } = await service.createWorkflow([await s3Step(service, 'download_file', { key: 'in' })])
      return async (content) => {
        await bucket.add('in', content.chunks())
        const { output } = await service.ended(await service.execute(id, {}))
        assertSame((output as JsonObject)['file'] as JsonObject, content)
      }
    },
  },
  {
    name: 'the attachment of an email',
    direction: 'out',
    async open(service) {
      const { mail } = service
      const data = {
        from: 'mill@example.com',
        to: 'ada@example.com',
        subject: 'A scan',
        text: 'See the attachment.',
        attachments: ['{{ input.file }}'],
      }
      const credential = { name: 'Mail', type: 'smtp', value: mail.url }
      const { id: credential_id } = await service.call('POST', '/v1/credentials', credential)
      const { id } = await service.createWorkflow([
        step('email', data, { credential_id: credential_id ?? '' }),
      ])
      return async (content, file) => {
        await service.ended(await service.execute(id, { file }))
        assertSame(mail.attachments.at(-1) ?? assert.fail('no message arrived'), content)
      }
    },
  },
]

async function sendByHttp(service: LargeFilesService, data: JsonObject): Promise<Passage> {
  const { peer } = service
  const { id } = await service.createWorkflow([step('http', { method: 'POST', url: peer.url, ...data })])
  return async (content, file) => {
    await service.ended(await service.execute(id, { file }))
    assertSame(peer.received.at(-1) ?? assert.fail('no request arrived'), content)
  }
}

async function s3Step(
  service: LargeFilesService,
  action: string,
  parameters: JsonObject,
): Promise<JsonObject> {
  const { account, bucket, endpoint } = service.bucket
  const value = JSON.stringify({
    access_key_id: account.accessKeyId,
    secret_access_key: account.secretAccessKey,
    region: account.region,
    bucket,
    endpoint,
  })
  const { id } = await service.call('POST', '/v1/credentials', { name: action, type: 's3', value })
  return step('integration', { type: 's3', action, parameters }, { credential_id: id ?? '' })
}

function step(type: string, data: JsonObject, more: JsonObject = {}): JsonObject {
  return { id: 'step', type, data, timeout_ms: TIMEOUT_MS, ...more }
}

function assertSame(actual: JsonObject | Measured, { size, sha256 }: Measured): void {
  const { size: actualSize, sha256: actualSha256 } = actual as Measured
  assert.deepEqual({ size: actualSize, sha256: actualSha256 }, { size, sha256 })
}
