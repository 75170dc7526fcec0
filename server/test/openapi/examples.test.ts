import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { OPERATIONS } from '@millrace/contract/operations.ts'
import { recordAnswers } from '#start/generate/recording/record-answers.ts'
import { receivesAll } from '#start/generate/recording/receives-all.ts'
import { recordExamples } from '#start/generate/recording/record-examples.ts'
import type { Received, RecordedService, Sent } from '#start/generate/recording/recorded-service.ts'
import { startService, STORE_KINDS, type TestAnswer, type TestService } from '#test/support/test-service.ts'
import { ServedDocument, type ServedOperation } from './served-document.ts'

for (const store of STORE_KINDS) {
  describe(`the examples of the reference, sent to a service on ${store}`, () => {
    let service: TestService
    let document: ServedDocument
    const complaints: string[] = []
    let heard = 0

    before(async () => {
      service = await startService({ store, http: receivesAll })
      document = await ServedDocument.of(service)
    })
    after(() => service.destroy())

    it('are answered with the status, the body and the headers that the document shows', async () => {
      await recordAnswers(listenTo(service, hear), OPERATIONS)
      assert.deepEqual(complaints, [])
      assert.ok(heard > OPERATIONS.length, 'every operation was called, and one of them twice')
    })

    function hear({ method, path }: Sent, answer: TestAnswer): void {
      const operation = document.operations.find((candidate) => isCall(candidate, method, path))
      assert.ok(operation !== undefined, `${method} ${path} is an operation of the document`)
      heard += 1
      for (const complaint of document.complaints(operation, answer)) {
        complaints.push(`${operation.id} ${answer.status}: ${complaint}`)
      }
    }
  })
}

describe('the recorded examples', () => {
  it('come out the same every time', async () => {
    assert.deepEqual(await recordExamples(OPERATIONS), await recordExamples(OPERATIONS))
  })

  it('hold nothing of the run that made them', async () => {
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

/** A fixed path wins over one with parameters, as it does in the router. */
function isCall(operation: ServedOperation, method: string, path: string): boolean {
  const pattern = new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[0-9a-f-]{36}')}$`)
  return operation.method === method && pattern.test(path.split('?', 1)[0] ?? '')
}

function listenTo(service: TestService, hear: (sent: Sent, answer: TestAnswer) => void): RecordedService {
  async function send(sent: Sent): Promise<Received> {
    const answer = await service.request(sent.method, `/v1${sent.path}`, {
      ...(sent.body === undefined ? {} : { body: sent.body }),
      headers: { ...sent.headers },
    })
    hear(sent, answer)
    const location = answer.headers.get('location')
    return {
      status: answer.status,
      headers: location === null ? {} : { location },
      ...(typeof answer.body === 'string'
        ? { body: {}, text: answer.body }
        : { body: answer.body as Received['body'] }),
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
    async waitForDeliveries(endpointId) {
      const { account } = service.firstStart
      const newest = { before: undefined, limit: 1 }
      for (;;) {
        const { deliveries } = service.service.store
        if ((await deliveries.list(account.id, endpointId, 'pending', newest)).length === 0) return
        await setTimeout(5)
      }
    },
    destroy: () => service.destroy(),
  }
}
