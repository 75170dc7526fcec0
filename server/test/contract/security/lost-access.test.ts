import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Step } from '@millrace/contract/execution-step.ts'
import type { Execution } from '@millrace/contract/execution.ts'
import type { Person } from '@millrace/contract/people.ts'
import type { Role } from '@millrace/contract/roles.ts'
import { SCOPES } from '@millrace/contract/scopes.ts'
import type { AccountId } from '#domain/index.ts'
import { startService } from '#test/support/test-service.ts'
import { Browser } from '../support/browser.ts'
import { Client } from '../support/client.ts'
import { EventStream, type StreamEvent } from '../support/event-stream.ts'
import { describeOnEveryStore, type SharedService } from '../support/on-every-store.ts'
import { SettableClock } from '../support/settable-clock.ts'
import { runToWait } from '../support/waiting-run.ts'

const clock = new SettableClock('2026-03-10T12:00:00.000Z')
const HOUR_MS = 3_600_000
const MORE_THAN_CONNECTIONS_HOLD = 32 * 2 ** 20

const WAITS = { nodes: [{ id: 'w', type: 'wait', data: { for: 'event', event: 'go' } }] }
const ASKS = { nodes: [{ id: 'w', type: 'wait', data: { for: 'approval' } }] }

const isWaiting = ({ event, data }: StreamEvent) => event === 'step' && (data as Step).status === 'waiting'

/** The last event of a stream that ends before its execution. */
async function lastOf(stream: EventStream): Promise<StreamEvent | undefined> {
  const last = (await stream.all()).at(-1)
  stream.close()
  return last
}

/** The status at the end of a stream that is complete. */
function endOf(events: readonly StreamEvent[]): string {
  const { event, data } = events.at(-1) ?? assert.fail('the stream is empty')
  assert.equal(event, 'status')
  return (data as Execution).status
}

function refused(last: StreamEvent | undefined): string {
  assert.equal(last?.event, 'error')
  assert.equal(last.id, undefined)
  const { code, message, details } = last.data as { code: string; message: string; details: object }
  assert.deepEqual(details, {})
  return `${code}: ${message}`
}

/** An account with two keys; the second is `client`'s. */
async function twoKeys(shared: SharedService) {
  const account = await shared.running.createAccount()
  const key = await shared.running.createKey(SCOPES, { account: account.id })
  return { owner: shared.withKey(account.key), client: shared.withKey(key), account: account.id }
}

async function revokeNewest({ service }: SharedService['running'], account: AccountId): Promise<void> {
  const [newest] = await service.store.keys.list(account)
  await service.store.write((tx) => service.store.keys.revoke(tx, account, newest?.id ?? '', clock.now()))
}

/** An account with two people: an owner, and another who follows a run. */
async function twoPeople(shared: SharedService, role: Role) {
  const account = await shared.running.createAccount()
  const owner = new Browser(
    shared.running,
    await shared.running.createSession('owner', { account: account.id }),
  )
  const person = new Browser(
    shared.running,
    await shared.running.createSession(role, { account: account.id }),
  )
  const people = (await owner.get('/users')).expect(200).data<Person[]>()
  const { id } = people.find(({ name }) => name === `Test ${role}`) ?? assert.fail('nobody')
  return { owner, person, id, client: shared.withKey(account.key) }
}

async function followAs(person: Browser, id: string): Promise<EventStream> {
  const stream = await EventStream.openAs(person, id)
  await stream.until(isWaiting)
  return stream
}

describeOnEveryStore(
  'Access that is lost while an answer is open',
  (shared) => {
    it('A stream ends with an error when its key is revoked, and streams of other keys go on', async () => {
      const { owner, client, account } = await twoKeys(shared)
      const { id } = await runToWait(owner, WAITS)
      const [kept, stream] = [await EventStream.open(owner, id), await EventStream.open(client, id)]
      await stream.until(isWaiting)
      await revokeNewest(shared.running, account)
      assert.equal(refused(await lastOf(stream)), 'UNAUTHORIZED: The API key is revoked.')
      ;(await owner.post(`/executions/${id}/signal`, { event: 'go' })).expect(202)
      assert.equal(endOf(await kept.all()), 'completed')
    })

    it('A stream ends with an error when its key expires', async () => {
      const { owner, account } = await twoKeys(shared)
      const key = await shared.running.createKey(SCOPES, { account, expiresAt: clock.now() + 1_000 })
      const { id } = await runToWait(owner, WAITS)
      const stream = await EventStream.open(shared.withKey(key), id)
      await stream.until(isWaiting)
      clock.advance(1_000)
      assert.equal(refused(await lastOf(stream)), 'UNAUTHORIZED: The API key is expired.')
    })

    it('A stream ends with an error when its session is signed out, and those of other sessions go on', async () => {
      const { owner, person, client } = await twoPeople(shared, 'editor')
      const { id } = await runToWait(client, WAITS)
      const [kept, stream] = [await followAs(owner, id), await followAs(person, id)]
      ;(await person.send('DELETE', '/session')).expect(200)
      assert.equal(refused(await lastOf(stream)), 'UNAUTHORIZED: You are not signed in.')
      ;(await client.post(`/executions/${id}/signal`, { event: 'go' })).expect(202)
      assert.equal(endOf(await kept.all()), 'completed')
    })

    it('A stream ends with an error when its session expires', async () => {
      const { person, client } = await twoPeople(shared, 'viewer')
      const { id } = await runToWait(client, WAITS)
      const stream = await followAs(person, id)
      clock.advance(HOUR_MS)
      assert.equal(refused(await lastOf(stream)), 'UNAUTHORIZED: You are not signed in.')
    })

    it('A stream ends with an error when the person is removed', async () => {
      const { owner, person, id: userId, client } = await twoPeople(shared, 'editor')
      const { id } = await runToWait(client, WAITS)
      const stream = await followAs(person, id)
      ;(await owner.send('DELETE', `/users/${userId}`)).expect(200)
      assert.equal(refused(await lastOf(stream)), 'UNAUTHORIZED: You are not signed in.')
    })

    it('A stream ends when the person may do less than before, and the next one hides what they may not use', async () => {
      const { owner, person, id: userId, client } = await twoPeople(shared, 'editor')
      const { id } = await runToWait(client, ASKS)
      const stream = await followAs(person, id)
      assert.ok(stream.text.includes('/resume/'))
      ;(await owner.send('PATCH', `/users/${userId}`, { body: { role: 'viewer' } })).expect(200)
      assert.ok((await stream.all()).every(({ event }) => event !== 'error'))
      const again = await followAs(person, id)
      assert.equal(again.text.includes('/resume/'), false)
      ;(await owner.send('PATCH', `/users/${userId}`, { body: { role: 'owner' } })).expect(200)
      ;(await client.post(`/executions/${id}/cancel`)).expect(200)
      assert.equal(endOf(await again.all()), 'failed', 'a person who may do more keeps the stream')
    })

    it('A download is cut off when its key is revoked', async () => {
      const { owner, client, account } = await twoKeys(shared)
      const headers = { 'content-type': 'application/octet-stream' }
      const rawBody = new Uint8Array(MORE_THAN_CONNECTIONS_HOLD)
      const file = (await owner.post('/files?name=zeros', undefined, { rawBody, headers })).expect(201)
      const { id } = await runToWait(owner, WAITS)
      const url = `${shared.running.url}/v1/files/${file.data<{ id: string }>().id}/content`
      const download = await fetch(url, { headers: { authorization: `Bearer ${client.key}` } })
      const reader = (download.body ?? assert.fail('no body')).getReader()
      assert.equal((await reader.read()).done, false)
      const stream = await EventStream.open(client, id)
      await revokeNewest(shared.running, account)
      // Both are answers to the same key, so both have ended.
      assert.equal((await lastOf(stream))?.event, 'error')
      await assert.rejects(async () => {
        while (!(await reader.read()).done);
      })
    })

    it('A request that listens for a webhook is refused when its key is revoked', async () => {
      for (const headers of [{}, { 'idempotency-key': 'listen once' }]) {
        const { owner, client, account } = await twoKeys(shared)
        const { id } = await owner.createWorkflow({ nodes: [{ id: 'in', type: 'webhook' }] })
        const listening = client.post(`/workflows/${id}/triggers/in/listen`, { seconds: 60 }, { headers })
        await untilListening(shared, owner, id)
        await revokeNewest(shared.running, account)
        assert.equal((await listening).error(401, 'UNAUTHORIZED').message, 'The API key is revoked.')
      }
    })

    it('A request that listens for a webhook is refused when the person may no longer start the workflow', async () => {
      const { owner, person, id: userId, client } = await twoPeople(shared, 'editor')
      const { id } = await client.createWorkflow({ nodes: [{ id: 'in', type: 'webhook' }] })
      const listening = person.post(`/v1/workflows/${id}/triggers/in/listen`, { seconds: 60 })
      await untilListening(shared, client, id)
      ;(await owner.send('PATCH', `/users/${userId}`, { body: { role: 'viewer' } })).expect(200)
      ;(await listening).error(403, 'FORBIDDEN')
    })

    it('A request that waits for the end of a run gets the first answer when its key is revoked', async () => {
      for (const more of [{}, { 'idempotency-key': 'wait once' }]) {
        const { owner, client, account } = await twoKeys(shared)
        const { id } = await owner.createWorkflow(WAITS)
        const headers = { prefer: 'wait=60', ...more }
        const waiting = client.post(`/workflows/${id}/execute`, {}, { headers })
        const runs = async () => (await owner.get(`/workflows/${id}/executions`)).data<{ id: string }[]>()
        while ((await runs()).length === 0);
        await revokeNewest(shared.running, account)
        const accepted = (await waiting).expect(202)
        const [run] = await runs()
        assert.equal(accepted.data<{ execution_id: string }>().execution_id, run?.id)
        assert.equal(accepted.headers.get('preference-applied'), null)
      }
    })
  },
  { clock },
)

describe('Access that is lost in another process', () => {
  it('Streams end, whichever process revoked the key, signed out the person or changed the role', async () => {
    const first = await startService({ store: 'postgres' })
    const second = await startService({ dataOf: first })
    try {
      const { id: account } = first.firstStart.account
      const key = await first.createKey(SCOPES)
      const owner = new Client(first, first.key)
      const { id } = await runToWait(owner, WAITS)
      const sessions = [await first.createSession('viewer'), await first.createSession('editor')]
      const ofKey = await EventStream.open(new Client(first, key), id)
      const [viewer, editor] = await Promise.all(
        sessions.map((cookie) => followAs(new Browser(first, cookie), id)),
      )
      await revokeNewest(second, account)
      await new Browser(second, sessions[0]).send('DELETE', '/session')
      const people = await second.service.store.users.list(account)
      const editorId = people.find(({ role }) => role === 'editor')?.id ?? assert.fail('no editor')
      await second.service.store.write((tx) =>
        second.service.store.users.setRole(tx, account, editorId, 'viewer'),
      )
      assert.equal((await lastOf(ofKey))?.event, 'error')
      assert.equal((await lastOf(viewer ?? assert.fail()))?.event, 'error')
      assert.notEqual((await lastOf(editor ?? assert.fail()))?.event, 'error')
    } finally {
      await second.stop()
      await first.destroy()
    }
  })
})

/** The request that listens was sent but may not have arrived. */
async function untilListening(shared: SharedService, client: Client, workflowId: string): Promise<void> {
  const { store } = shared.running.service
  for (;;) {
    const triggers = (await client.get(`/workflows/${workflowId}/triggers`)).data<{ test_url?: string }[]>()
    const key = triggers[0]?.test_url?.split('/').at(-1)
    const trigger = key === undefined ? undefined : await store.triggers.findInbound(key)
    const isListening =
      trigger !== undefined && (await store.listeners.findActive(trigger.id, clock.now())) !== undefined
    if (isListening) return
  }
}
