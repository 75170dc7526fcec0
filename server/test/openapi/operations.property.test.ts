import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { startService, type StoreKind, type TestService } from '#test/support/test-service.ts'
import { receivesAll } from '#start/generate/recording/receives-all.ts'
import { arbitraryRequest, exampleRequest } from './arbitrary-request.ts'
import { ExistingResources } from './existing-resources.ts'
import { ServedDocument, type ServedOperation } from './served-document.ts'

const DEFAULT_SEED = 20_261_115
const RUNS: readonly [StoreKind, number][] = [
  ['sqlite', 80],
  ['postgres', 20],
]

for (const [store, runs] of RUNS) {
  describe(`Generated requests to a service on ${store}`, () => {
    let service: TestService
    let document: ServedDocument
    let resources: ExistingResources
    let operations: readonly ServedOperation[]

    before(async () => {
      service = await startService({ store, http: receivesAll })
      document = await ServedDocument.of(service)
      ;({ operations } = document)
      resources = new ExistingResources(service, operations)
    })
    after(() => service.destroy())

    it(`Generated requests are answered as the document describes, and never with a server error, on ${store}`, async (context) => {
      assert.ok(operations.length >= 26)
      for (const operation of operations) {
        await context.test(
          `Generated requests to ${operation.method} ${operation.path} are answered as described`,
          () => probe(operation),
        )
      }
    })

    it(`A response that the document does not describe is reported, on ${store}`, async () => {
      const copy = structuredClone(document.document)
      const list = copy.paths['/workflows']?.['get']
      assert.ok(list !== undefined)
      delete (list.responses as Record<string, unknown>)['400']
      const incomplete = new ServedDocument(copy)
      const [operation] = incomplete.operations
      assert.ok(operation?.id === 'listWorkflows')
      await assert.rejects(probe(operation, incomplete), (error: Error) => {
        assert.match(error.message, /seed: \d+/)
        assert.match(String(error.cause), /does not list the status 400/)
        return true
      })
    })

    async function probe(operation: ServedOperation, against = document): Promise<void> {
      const statuses = new Set<number>()
      const property = fc.asyncProperty(arbitraryRequest(operation, against), async (request) => {
        const response = await resources.send(operation, request)
        statuses.add(response.status)
        const problems = against.problems(operation, response)
        if (response.status >= 500) problems.push('the service failed')
        assert.deepEqual(problems, [], `${response.status} ${JSON.stringify(response.body).slice(0, 500)}`)
      })
      await fc.assert(property, {
        seed: readSeed(),
        // A request that listens takes as long as it asks for: the example alone shows its answer.
        numRuns: operation.id === 'listenForEvent' ? 1 : runs,
        examples: [[exampleRequest(operation)]],
      })
      // Otherwise all requests are rejected early, and the test proves little.
      const seen = [...statuses]
      assert.ok(
        seen.some((status) => status < 300),
        `only ${seen.join(', ')} were seen`,
      )
    }
  })
}

function readSeed(): number {
  return Number(process.env['MILLRACE_TEST_SEED'] ?? DEFAULT_SEED)
}
