import assert from 'node:assert/strict'
import {
  type AccountId,
  IMPORTED_TYPE,
  type ImportedApi,
  type ImportedOperation,
  type ImportedTexts,
  type JsonValue,
  writeImportedOperation,
} from '#domain/index.ts'
import { type ConformanceOptions, type Subject, testPromises } from '../conformance-suite.ts'
import { sampleCredential, sampleIntegration } from '../samples.ts'

export function testImportedApiStore(options: ConformanceOptions): void {
  testPromises(options, {
    async 'A document and its operations are found as they were stored'(subject) {
      const { store } = subject
      const { api, operations } = await insert(subject, await subject.newAccount(), ['a', 'b'])
      const { accountId, integrationId } = api
      assert.deepEqual(await store.importedApis.find(accountId, integrationId), api)
      assert.deepEqual(await store.importedApis.findOperation(accountId, integrationId, 'b'), operations[1])
      assert.equal(await store.importedApis.findOperation(accountId, integrationId, 'c'), undefined)
    },

    async 'Operations are listed in document order, after a cursor, by name and by search'(subject) {
      const { store } = subject
      const names = ['zeta', 'Alpha_1', 'alpha%2', 'mid']
      const { api } = await insert(subject, await subject.newAccount(), names)
      const list = async (query: object) => {
        const found = await store.importedApis.listOperations(api.accountId, api.integrationId, {
          after: -1,
          limit: 9,
          ...query,
        })
        return found.map(({ position, operation }) => `${position} ${operation.name}`)
      }
      assert.deepEqual(await list({}), ['0 zeta', '1 Alpha_1', '2 alpha%2', '3 mid'])
      assert.deepEqual(await list({ after: 0, limit: 2 }), ['1 Alpha_1', '2 alpha%2'])
      assert.deepEqual(await list({ search: 'ALPHA' }), ['1 Alpha_1', '2 alpha%2'])
      assert.deepEqual(await list({ search: 'alpha_' }), ['1 Alpha_1'])
      assert.deepEqual(await list({ name: 'mid' }), ['3 mid'])
      assert.deepEqual(await list({ name: 'MID' }), [])
    },

    async 'Thousands of operations and components are stored, with texts that databases often reject'(
      subject,
    ) {
      const { store } = subject
      const names = Array.from({ length: 2100 }, (_, index) => `operation_${index}`)
      const parts = new Map<string, JsonValue>(
        names.map((name) => [`#/components/schemas/${name}`, { title: `\u0000\ud800 ${name}` }]),
      )
      const { api, operations } = await insert(subject, await subject.newAccount(), names, parts)
      const { accountId, integrationId } = api
      const [last] = await store.importedApis.listOperations(accountId, integrationId, {
        after: 2098,
        limit: 5,
      })
      assert.equal(last?.operation.name, 'operation_2099')
      const found = await store.importedApis.findParts(accountId, integrationId, [...parts.keys(), '#/gone'])
      assert.deepEqual(found, parts)
      const texts = await store.importedApis.readTexts(accountId, integrationId)
      const stored = writeTexts(operations, parts)
      assert.deepEqual(texts.operations, stored.operations)
      assert.deepEqual(texts.parts, stored.parts)
    },

    async 'Deleting a document deletes everything that belongs to it'(subject) {
      const { store } = subject
      const { api } = await insert(subject, await subject.newAccount(), ['a'], new Map([['#/x', {}]]))
      const { accountId, integrationId } = api
      await store.write(async (tx) => {
        await store.importedApis.delete(tx, accountId, integrationId)
        assert.equal(await store.integrations.delete(tx, accountId, integrationId), true)
      })
      assert.equal(await store.importedApis.find(accountId, integrationId), undefined)
      assert.equal(await store.importedApis.findOperation(accountId, integrationId, 'a'), undefined)
      assert.equal((await store.importedApis.findParts(accountId, integrationId, ['#/x'])).size, 0)
    },

    async 'Deleting the credential leaves the imported API in place without a credential'(subject) {
      const { store, ids } = subject
      const accountId = await subject.newAccount()
      const credential = sampleCredential(ids, accountId)
      await store.write((tx) => store.credentials.insert(tx, credential))
      const { api } = await insert(subject, accountId, ['a'], new Map(), credential.id)
      await store.write(async (tx) => {
        await store.integrations.deleteByCredential(tx, accountId, { id: credential.id, error: 'Deleted.' })
        await store.credentials.delete(tx, accountId, credential.id)
      })
      const stored = await store.integrations.find(accountId, api.integrationId)
      assert.deepEqual([stored?.credentialId, stored?.status, stored?.lastError], [null, 'error', 'Deleted.'])
    },

    async 'The imported APIs of another account are neither visible nor changeable'(subject) {
      const { store } = subject
      const { api } = await insert(subject, await subject.newAccount(), ['a'], new Map([['#/x', {}]]))
      const other = await subject.newAccount()
      const { integrationId } = api
      assert.equal(await store.importedApis.find(other, integrationId), undefined)
      assert.equal(await store.importedApis.findOperation(other, integrationId, 'a'), undefined)
      assert.deepEqual(
        await store.importedApis.listOperations(other, integrationId, { after: -1, limit: 9 }),
        [],
      )
      assert.equal((await store.importedApis.findParts(other, integrationId, ['#/x'])).size, 0)
      assert.deepEqual(await store.importedApis.readTexts(other, integrationId), {
        operations: [],
        parts: new Map(),
      })
      await store.write((tx) => store.importedApis.delete(tx, other, integrationId))
      assert.deepEqual(await store.importedApis.find(api.accountId, integrationId), api)
    },
  })
}

async function insert(
  { store, ids }: Subject,
  accountId: AccountId,
  names: readonly string[],
  parts: ReadonlyMap<string, JsonValue> = new Map(),
  credentialId: string | null = null,
): Promise<{ api: ImportedApi; operations: readonly ImportedOperation[] }> {
  const integration = sampleIntegration(ids, accountId, { type: IMPORTED_TYPE, credentialId })
  const api: ImportedApi = {
    integrationId: integration.id,
    accountId,
    title: 'Orders \u0000',
    version: '1',
    baseUrl: 'https://orders.example.com',
    security: [['key']],
    schemes: [{ name: 'key', kind: 'header', key: 'X-Key', help: '' }],
    testPath: '/orders',
    operationCount: names.length,
    skippedCount: 1,
    skipped: [{ operation: 'PUT /file', reason: 'its body needs a file' }],
  }
  const operations = names.map(sampleOperation)
  await store.write(async (tx) => {
    await store.integrations.insert(tx, integration)
    await store.importedApis.insert(tx, api, writeTexts(operations, parts))
  })
  return { api, operations }
}

function writeTexts(
  operations: readonly ImportedOperation[],
  parts: ReadonlyMap<string, JsonValue>,
): ImportedTexts {
  return {
    operations: operations.map((operation) => writeImportedOperation(operation)),
    parts: new Map([...parts].map(([pointer, part]) => [pointer, JSON.stringify(part)])),
  }
}

function sampleOperation(name: string): ImportedOperation {
  return {
    name,
    title: 'An operation \u0000\ud800',
    help: '',
    method: 'GET',
    path: '/orders',
    idempotent: true,
    parameters: [{ name: 'id', key: 'id', in: 'query', style: 'form', explode: true, required: false }],
    schema: { type: 'object', properties: { id: { type: 'string' } } },
  }
}
