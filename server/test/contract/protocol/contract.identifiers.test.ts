import assert from 'node:assert/strict'
import { it } from 'node:test'
import { OPERATIONS } from '@millrace/contract/operations.ts'
import { issuePaths } from '../support/api-response.ts'
import { exampleRequest, exampleRequestFor } from '../support/example-request.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'

const UUID_V7 = /^"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"$/
const DERIVED_IDS = new Set(['listWaits', 'listFailures', 'updateFailure'])
const DERIVED_UUID = /^"[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"$/
const TIMESTAMP = /^"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z"$/
const WITH_ID = OPERATIONS.filter(({ path }) => path.includes(':id'))

const WELL_FORMED = [
  ['the nil UUID', '00000000-0000-0000-0000-000000000000'],
  ['the max UUID', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  ['version 1', '6fa459ea-ee8a-11ca-894e-db77e160355e'],
  ['version 4', 'c9bf9e57-1685-4c89-bafb-ff5af830be8a'],
  ['version 7', '018f0000-0000-7000-8000-000000000000'],
  ['upper case', 'C9BF9E57-1685-4C89-BAFB-FF5AF830BE8A'],
] as const

const MALFORMED = [
  '1',
  'workflow',
  '018f0000000070008000000000000000',
  '{018f0000-0000-7000-8000-000000000000}',
  'urn:uuid:018f0000-0000-7000-8000-000000000000',
  '018f0000-0000-7000-8000-00000000000',
  '018f0000-0000-7000-8000-0000000000000',
  '018g0000-0000-7000-8000-000000000000',
  '018f0000-0000-7000-8000-000000000000%00',
  '%20018f0000-0000-7000-8000-000000000000',
  '018f0000-0000-7000-8000-000000000000%0a',
  '%D9%A0%D9%A1%D9%A8f0000-0000-7000-8000-000000000000',
  '%27%20or%201=1--',
  'x'.repeat(3_000),
]

describeOnEveryStore('Contract: identifiers and time', (shared) => {
  it('Ids are UUIDv7 strings, and times have milliseconds and Z, in every response', async () => {
    const client = await shared.client()
    for (const operation of OPERATIONS.filter(({ success }) => success.mediaType === undefined)) {
      const { method, path, ...request } = await exampleRequest(operation, client)
      const response = await client.send(method, path, request)
      walk(response.data(), (name, value) => {
        // Their schemas and examples name parameters.
        if (value === null || ['listCatalogue', 'listNodeTypes'].includes(operation.id)) return
        // Derived: a wait from its step, so that its links are known before the run waits; a failure from its cause.
        if (/^(wait|failure)_id$/.test(name) || (name === 'id' && DERIVED_IDS.has(operation.id)))
          return assert.match(JSON.stringify(value), DERIVED_UUID, operation.id)
        if (/^(id|.*_id)$/.test(name) && name !== 'node_id' && name !== 'last_event_id')
          assert.match(JSON.stringify(value), UUID_V7, operation.id)
        if (/_at$|^timestamp$/.test(name)) assert.match(JSON.stringify(value), TIMESTAMP, operation.id)
      })
    }
  })

  it('Ids that are created later sort later', async () => {
    const client = await shared.client()
    const ids: string[] = []
    for (let count = 0; count < 5; count += 1) ids.push((await client.createWorkflow()).id)
    assert.deepEqual(ids.toSorted(), ids)
  })

  for (const [what, id] of WELL_FORMED) {
    it(`A well-formed unknown id is answered with 404 on every path: ${what}`, async () => {
      const client = await shared.client()
      for (const operation of WITH_ID) {
        const { method, path, ...request } = exampleRequestFor(operation, id)
        ;(await client.send(method, path, request)).error(404, 'NOT_FOUND')
      }
    })
  }

  it('A path id that is not a UUID is answered with 400 on every path, with the name of the parameter', async () => {
    const client = await shared.client()
    for (const operation of WITH_ID) {
      const { method, path, ...request } = exampleRequestFor(operation, 'not-an-id')
      const error = (await client.send(method, path, request)).error(400, 'VALIDATION_ERROR')
      assert.deepEqual(issuePaths(error), ['id'], operation.id)
    }
  })

  it('A malformed id is answered with 400 whatever it looks like', async () => {
    const client = await shared.client()
    for (const id of MALFORMED) (await client.get(`/workflows/${id}`)).error(400, 'VALIDATION_ERROR')
  })

  it('An id in upper case finds the same resource', async () => {
    const client = await shared.client()
    for (const operation of WITH_ID) {
      const { method, path, ...request } = await exampleRequest(operation, client)
      const id = path.split('/')[2] ?? ''
      const response = await client.send(method, path.replace(id, id.toUpperCase()), request)
      response.expect(operation.success.status)
      if (operation.method !== 'DELETE') continue
      const deleted = operation.path.endsWith('_id') ? path.split('/').at(-1) : id
      assert.equal(response.data<{ id: string }>().id, deleted)
    }
  })
})

/** Every named value, except those inside a graph that the client wrote itself. */
function walk(value: unknown, visit: (name: string, value: unknown) => void): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) {
    visit(name, part)
    if (name !== 'nodes' && name !== 'edges') walk(part, visit)
  }
}
