import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import type { ImportedIntegration } from '@millrace/contract/integration.ts'
import type { Action } from '@millrace/contract/integration-action.ts'
import { PiscinaWorkerPool } from '#adapters/index.ts'
import { serveRecording } from '#nodes/http/testing/http-under-test.ts'
import type { WorkerJob, WorkerPool, WorkerRequest } from '#ports/index.ts'
import { startService } from '#test/support/test-service.ts'
import { messageAt } from '../support/api-response.ts'
import { Client } from '../support/client.ts'
import { largeYaml } from './large-document.ts'

const MIB = 1024 * 1024

/** A real pool that writes down which jobs were done. */
class RecordingPool implements WorkerPool {
  readonly jobs: string[] = []
  readonly #pool = new PiscinaWorkerPool()

  async run<Input, Output>(job: WorkerJob<Input, Output>, request: WorkerRequest<Input>) {
    const result = await this.#pool.run(job, request)
    this.jobs.push(`${job.name}: ${result.ok ? 'done' : result.reason}`)
    return result
  }

  close(): Promise<void> {
    return this.#pool.close()
  }
}

async function startWithPool(t: TestContext) {
  const workers = new RecordingPool()
  const service = await startService({ workers })
  t.after(() => service.destroy())
  const client = new Client(service, (await service.createAccount()).key)
  return { client, workers, service }
}

it('A document of 10 MiB in YAML is imported and replaced, and workers do all of the parsing', async (t) => {
  const { client, workers } = await startWithPool(t)
  const { yaml, operations } = largeYaml(10 * MIB)
  const imported = (await client.post('/integrations/import', { name: 'Large', document: yaml }))
    .expect(201)
    .data<ImportedIntegration>()
  assert.equal(imported.operation_count, operations)
  assert.equal(imported.skipped_count, 0)
  assert.equal(imported.base_url, 'https://api.example.com')
  assert.deepEqual(workers.jobs, ['reading the request: done', 'reading the document: done'])

  const [action] = (await client.get(`/integrations/${imported.id}/actions?name=things/create-1`)).data<
    Action[]
  >()
  assert.deepEqual(action?.parameters?.['required'], ['owner', 'body'])

  const changed = yaml.replace('operationId: things/create-1\n', 'operationId: things/make-1\n')
  const updated = (await client.patch(`/integrations/${imported.id}`, { document: changed }))
    .expect(200)
    .data<{ changes: { added: unknown; removed: unknown; changed_count: number } }>()
  assert.deepEqual(updated.changes.added, [
    { name: 'things/make-1', operation: 'POST /resources/{owner}/things-1' },
  ])
  assert.deepEqual(updated.changes.removed, [
    { name: 'things/create-1', operation: 'POST /resources/{owner}/things-1' },
  ])
  assert.equal(updated.changes.changed_count, 0)
  assert.deepEqual(workers.jobs.slice(2), ['reading the request: done', 'reading the document: done'])
})

it('A document of 4 MiB is read from a URL', async (t) => {
  const { client, workers } = await startWithPool(t)
  const { yaml, operations } = largeYaml(4 * MIB)
  const server = await serveRecording(t, (response) =>
    response.writeHead(200, { 'content-type': 'application/yaml' }).end(yaml),
  )
  const imported = (await client.post('/integrations/import', { name: 'Large', url: `${server.origin}/x` }))
    .expect(201)
    .data<ImportedIntegration>()
  assert.equal(imported.operation_count, operations)
  assert.deepEqual(workers.jobs, ['reading the document: done'])
})

it('The same long request with an Idempotency-Key is answered once, another one is refused', async (t) => {
  const { client, workers } = await startWithPool(t)
  const { yaml } = largeYaml(2 * MIB)
  const headers = { headers: { 'idempotency-key': 'long' } }
  const send = (document: string) => client.post('/integrations/import', { name: 'Large', document }, headers)
  const first = (await send(yaml)).expect(201).data<ImportedIntegration>()
  assert.equal((await send(yaml)).expect(201).data<ImportedIntegration>().id, first.id)
  const other = await send(`${yaml}# another\n`)
  assert.match(other.error(409, 'VALIDATION_ERROR').message, /used for another request/)
  assert.equal(workers.jobs.filter((job) => job.startsWith('reading the document')).length, 1)
})

it('A long body is checked like any other', async (t) => {
  const { client } = await startWithPool(t)
  const { yaml } = largeYaml(2 * MIB)
  const missing = await client.post('/integrations/import', { document: yaml })
  assert.match(messageAt(missing.error(400, 'VALIDATION_ERROR'), 'name'), /is required/)
  const both = await client.post('/integrations/import', {
    name: 'N',
    document: yaml,
    url: 'https://a.example',
  })
  assert.match(messageAt(both.error(400, 'VALIDATION_ERROR'), 'document'), /not both/)
  const list = await client.post('/integrations/import', { name: 'N', document: Array(MIB).fill(1) })
  assert.match(
    list.error(413, 'VALIDATION_ERROR').message,
    /1048576 bytes without `document`, which must be a text/,
  )
  const tooLong = await client.post('/integrations/import', {
    name: 'N',
    document: `#${'x'.repeat(32 * MIB)}`,
  })
  assert.match(
    messageAt(tooLong.error(400, 'VALIDATION_ERROR'), 'document'),
    /the document has 32\.0 MiB; at most 32 MiB are allowed/,
  )
  const other = await client.post('/workflows', { name: yaml })
  assert.match(other.error(413, 'VALIDATION_ERROR').message, /1048576 bytes/)
})

it('A full queue answers 503 with Retry-After', async (t) => {
  const { client, workers } = await startWithPool(t)
  t.mock.method(workers, 'run', async () => ({ ok: false, reason: 'full', message: 'The service is busy.' }))
  const document = '{"openapi":"3.1.0","paths":{}}'
  const response = await client.post('/integrations/import', { name: 'N', document })
  assert.equal(response.error(503, 'INTERNAL_ERROR').message, 'The service is busy.')
  assert.ok(Number(response.header('retry-after')) > 0)
})

it('A document that takes too long or too much memory is refused with the limit', async (t) => {
  const { client, workers } = await startWithPool(t)
  for (const reason of ['timeout', 'memory']) {
    const message = `It was stopped: ${reason}.`
    t.mock.method(workers, 'run', async () => ({ ok: false, reason, message }))
    const document = '{"openapi":"3.1.0","paths":{}}'
    const response = await client.post('/integrations/import', { name: 'N', document })
    assert.equal(
      messageAt(response.error(400, 'VALIDATION_ERROR'), 'document'),
      `cannot be imported. ${message}`,
    )
  }
})
