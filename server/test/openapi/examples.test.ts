import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { OPERATIONS } from '@millrace/contract/operations.ts'
import { recordAnswers } from '#start/generate/recording/record-answers.ts'
import { receivesAll } from '#start/generate/recording/receives-all.ts'
import { recordExamples } from '#start/generate/recording/record-examples.ts'
import type { Received, RecordedService, Sent } from '#start/generate/recording/recorded-service.ts'
import { isActiveBulkRun } from '#domain/index.ts'
import { foldStatistics } from '#test/support/fold-statistics.ts'
import { startService, STORE_KINDS, type TestResponse, type TestService } from '#test/support/test-service.ts'
import { ServedDocument, type ServedOperation } from './served-document.ts'

for (const store of STORE_KINDS) {
  describe(`The examples of the reference, sent to a service on ${store}`, () => {
    let service: TestService
    let document: ServedDocument
    const problems: string[] = []
    let recorded = 0

    before(async () => {
      service = await startService({ store, http: receivesAll })
      document = await ServedDocument.of(service)
    })
    after(() => service.destroy())

    it(`Every example is answered with the status, body and headers that the document shows, on ${store}`, async () => {
      await recordAnswers(listenTo(service, record), OPERATIONS)
      assert.deepEqual(problems, [])
      assert.ok(recorded > OPERATIONS.length, 'every operation was called, and one of them twice')
    })

    function record({ method, path }: Sent, response: TestResponse): void {
      const operation = document.operations.find((candidate) => isCall(candidate, method, path))
      assert.ok(operation !== undefined, `${method} ${path} is an operation of the document`)
      recorded += 1
      for (const problem of document.problems(operation, response)) {
        problems.push(`${operation.id} ${response.status}: ${problem}`)
      }
    }
  })
}

describe('The recorded examples', () => {
  it('The recorded examples are the same every time', async () => {
    assert.deepEqual(await recordExamples(OPERATIONS), await recordExamples(OPERATIONS))
  })

  it('The recorded examples contain nothing specific to the run that recorded them', async () => {
    const text = JSON.stringify(await recordExamples(OPERATIONS))
    const ids = text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []
    assert.ok(ids.length > 20)
    assert.deepEqual(
      ids.filter((id) => !id.startsWith('01937b5e-8f3a-7c41-9a52-0000000000')),
      [],
    )
    assert.ok(!/127\.0\.0\.1:(?!8080)/.test(text))
  })
})

/** A fixed path wins over one with parameters, as in the router. */
function isCall(operation: ServedOperation, method: string, path: string): boolean {
  // The id of a node and the key of a value are any text.
  const withText = operation.path
    .replaceAll(/\{(?:node_id|key)\}/g, '[^/]+')
    .replace('{scope}', '(?:account|[0-9a-f-]{36})')
  const pattern = new RegExp(`^${withText.replaceAll(/\{\w+\}/g, '[0-9a-f-]{36}')}$`)
  return operation.method === method && pattern.test(path.split('?', 1)[0] ?? '')
}

function listenTo(
  service: TestService,
  record: (sent: Sent, response: TestResponse) => void,
): RecordedService {
  async function send(sent: Sent): Promise<Received> {
    const response = await service.request(sent.method, `/v1${sent.path}`, {
      ...(sent.body === undefined ? {} : { body: sent.body }),
      headers: { ...sent.headers },
    })
    record(sent, response)
    const location = response.headers.get('location')
    return {
      status: response.status,
      headers: location === null ? {} : { location },
      ...(typeof response.body === 'string'
        ? { isJson: false, body: {}, text: response.body }
        : {
            isJson: true,
            body: response.body as Received['body'],
            text: JSON.stringify(response.body),
          }),
    }
  }
  return {
    address: service.url,
    send,
    createKey: (scopes) => service.createKey(scopes),
    letTimePass: () => undefined,
    async waitForEnd(executionId) {
      const { account } = service.firstStart
      for (;;) {
        const execution = await service.service.store.executions.find(account.id, executionId)
        if (execution !== undefined && execution.completedAt !== null) return
        await setTimeout(5)
      }
    },
    async waitForApproval(executionId) {
      const { account } = service.firstStart
      const newest = { before: undefined, limit: 1 }
      for (;;) {
        const filter = { now: 0, executionId }
        const [found] = await service.service.store.executions.listApprovals(account.id, filter, newest)
        if (found !== undefined) return found.id
        await setTimeout(5)
      }
    },
    async waitForDeliveries(endpointId) {
      const { account } = service.firstStart
      const newest = { before: undefined, limit: 1 }
      for (;;) {
        const { deliveries } = service.service.store
        if ((await deliveries.list(account.id, endpointId, { status: 'pending' }, newest)).length === 0)
          return
        await setTimeout(5)
      }
    },
    async waitForBulkRuns() {
      const { account } = service.firstStart
      const newest = { before: undefined, limit: 50 }
      while ((await service.service.store.bulkRuns.list(account.id, newest)).some(isActiveBulkRun))
        await setTimeout(5)
    },
    foldStatistics: () => foldStatistics(service.service.store),
    destroy: () => service.destroy(),
  }
}
