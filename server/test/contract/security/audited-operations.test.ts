import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { AuditEntry } from '@millrace/contract/audit.ts'
import { OPERATIONS } from '@millrace/contract/operations.ts'
import type { Operation } from '@millrace/contract/operation.ts'
import type { Browser } from '../support/browser.ts'
import { exampleRequest } from '../support/example-request.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'

/** Written by hand: operations that leave no entry, with the reason. Every other operation leaves exactly one. */
const NOT_RECORDED: Readonly<Record<string, string>> = {
  checkWorkflow: 'it changes nothing',
  createSubmission: 'the submission is the record',
  exportBundle: 'it changes nothing',
  executeWorkflow: 'the execution is the record',
  listenForEvent: 'it changes nothing that lasts',
  previewForm: 'it changes nothing',
  previewRetry: 'it changes nothing',
  samplePoll: 'it changes nothing',
  shadowDraft: 'it changes nothing',
}

/** What programs call many times a second is recorded if a person does it. The execution has a record of each. */
const ONLY_BY_PEOPLE = new Set(['signalExecution'])

const CHANGING = OPERATIONS.filter(({ method }) => method !== 'GET')
const RECORDED = CHANGING.filter(({ id }) => NOT_RECORDED[id] === undefined)

describeOnEveryStore('The audit log of the operations', (shared) => {
  it('Every exception is an operation that exists', () => {
    const known = new Set(CHANGING.map(({ id }) => id))
    for (const id of [...Object.keys(NOT_RECORDED), ...ONLY_BY_PEOPLE]) assert.ok(known.has(id), id)
  })

  for (const operation of RECORDED) {
    it(`${operation.id} by a person leaves one entry with who, what and from where`, async () => {
      const { owner, browser } = await shared.person('owner')
      const request = await exampleRequest(operation, owner)
      const before = await readEntries(browser)
      const requestId = `request-of-${operation.id}`
      await call(browser, operation, request, { 'x-request-id': requestId })
      const added = (await readEntries(browser)).slice(0, -before.length || undefined)
      assert.equal(added.length, 1)
      const [entry] = added
      assert.equal(entry?.actor.kind, 'person')
      assert.equal(entry.actor.name, 'Test owner')
      assert.equal(entry.address, '127.0.0.1')
      assert.equal(entry.request_id, requestId)
      assert.match(entry.action, /^[a-z_]+\.[a-z_]+$/)
      assert.equal(entry.resource.kind, entry.action.split('.')[0])
      assert.match(entry.resource.id ?? '', /^[0-9a-f-]{36}$/)
      assert.ok(entry.resource.name, 'the entry names the resource')
    })
  }

  for (const operation of CHANGING) {
    const isRecorded = NOT_RECORDED[operation.id] === undefined && !ONLY_BY_PEOPLE.has(operation.id)
    it(`${operation.id} with a key leaves ${isRecorded ? 'one entry' : 'no entry'}`, async () => {
      const { owner, browser } = await shared.person('owner')
      const { method, path, ...request } = await exampleRequest(operation, owner)
      const before = await readEntries(browser)
      ;(await owner.send(method, path, request)).expect(operation.success.status)
      const added = (await readEntries(browser)).slice(0, -before.length || undefined)
      assert.deepEqual(
        added.map(({ actor }) => actor.kind),
        isRecorded ? ['key'] : [],
      )
    })

    if (!isRecorded || operation.method !== 'POST') continue
    it(`${operation.id} leaves one entry if it is repeated with the same idempotency key`, async () => {
      const { owner, browser } = await shared.person('owner')
      const { method, path, ...request } = await exampleRequest(operation, owner)
      const before = await readEntries(browser)
      const headers = { 'idempotency-key': `once-${operation.id}` }
      for (let count = 0; count < 2; count += 1) {
        ;(await owner.send(method, path, { ...request, headers })).expect(operation.success.status)
      }
      assert.equal((await readEntries(browser)).length - before.length, 1)
    })
  }

  it('A refused change leaves no entry', async () => {
    const { owner, browser } = await shared.person('owner')
    const workflow = await owner.createWorkflow()
    const before = await readEntries(browser)
    ;(await owner.patch(`/workflows/${workflow.id}`, { name: '' })).error(400, 'VALIDATION_ERROR')
    const stale = { headers: { 'if-match': '"stale"' } }
    ;(await owner.send('DELETE', `/workflows/${workflow.id}`, stale)).expect(412)
    assert.deepEqual(await readEntries(browser), before)
  })

  it('The entry of a change names the members that changed, and never their values', async () => {
    const { owner, browser } = await shared.person('owner')
    const workflow = await owner.createWorkflow({ name: 'Orders' })
    const changes = { name: 'Invoices', variables: { token: 'CANARY-value' } }
    ;(await owner.patch(`/workflows/${workflow.id}`, changes)).expect(200)
    const secret = { name: 'Bank', type: 'api_key', value: 'CANARY-value' }
    ;(await owner.post('/credentials', secret)).expect(201)
    const entries = await readEntries(browser)
    const [created, changed] = entries
    assert.deepEqual(
      [created?.action, created?.resource.name, created?.details],
      ['credential.create', 'Bank', {}],
    )
    assert.deepEqual(
      [changed?.action, changed?.resource.name, changed?.details],
      ['workflow.update', 'Invoices', { changed: ['name', 'variables'] }],
    )
    assert.equal(JSON.stringify(entries).includes('CANARY'), false)
  })

  it('Autosaves of one sitting are one entry for each person', async () => {
    const { owner, browser } = await shared.person('owner')
    const { id } = await owner.createWorkflow()
    for (const name of ['a', 'b', 'c']) {
      const body = { nodes: [{ id: name, type: 'start' }], edges: [] }
      ;(await owner.send('PUT', `/workflows/${id}/draft`, { body })).expect(200)
    }
    const headers = { origin: shared.running.url }
    const body = { nodes: [], edges: [] }
    ;(await browser.send('PUT', `/v1/workflows/${id}/draft`, { body, headers })).expect(200)
    const entries = await readEntries(browser)
    const saves = entries.filter(({ action }) => action === 'workflow.save_draft')
    assert.deepEqual(
      saves.map(({ actor }) => actor.kind),
      ['person', 'key'],
    )
  })
})

async function call(
  browser: Browser,
  operation: Operation,
  request: { method: string; path: string; body?: unknown },
  headers: Record<string, string>,
): Promise<void> {
  const { method, path, ...rest } = request
  const answer = await browser.send(method, `/v1${path}`, {
    ...rest,
    headers: { origin: browser.url.replace(/\/app$/, ''), ...headers },
  })
  answer.expect(operation.success.status)
}

async function readEntries(browser: Browser): Promise<AuditEntry[]> {
  return (await browser.get('/audit?limit=100')).expect(200).data<AuditEntry[]>()
}
