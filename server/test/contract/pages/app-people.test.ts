import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { CreatedKey, Session } from '@millrace/contract/app.ts'
import type { AuditEntry } from '@millrace/contract/audit.ts'
import type { CreatedInvitation, Invitation, OpenSession, Person } from '@millrace/contract/people.ts'
import { startService, type TestService } from '#test/support/test-service.ts'
import { issuePaths } from '../support/api-response.ts'
import { Browser } from '../support/browser.ts'
import { describeOnEveryStore, type SharedService } from '../support/on-every-store.ts'
import { SettableClock } from '../support/settable-clock.ts'

const clock = new SettableClock('2026-03-10T12:00:00.000Z')
const DAY_MS = 86_400_000
const PASSWORD = 'correct horse battery'

describeOnEveryStore(
  'People of an account',
  (shared) => {
    it('An invitation is shown once, opens without a session, and is accepted once', async () => {
      const { browser: owner } = await shared.person('owner')
      const { invitation, token } = await invite(owner, { role: 'editor', note: ' grace@example.com ' })
      assert.match(invitation.link, /^http:\/\/127\.0\.0\.1:\d+\/join\?token=[\w-]{43}$/)
      const listed = (await owner.get('/invitations')).expect(200)
      assert.equal(JSON.stringify(listed.body).includes(token), false)
      assert.equal(listed.data<Invitation[]>()[0]?.note, 'grace@example.com')

      const guest = new Browser(shared.running)
      const opened = (await guest.post('/invitations/open', { token })).expect(200)
      assert.deepEqual(opened.data(), {
        account: 'Another',
        role: 'editor',
        note: 'grace@example.com',
        invited_by: 'Test owner',
        expires_at: invitation.expires_at,
      })
      const joined = (await guest.post('/invitations/accept', person(token))).expect(201).data<Session>()
      assert.equal(joined.signed_in && joined.user.role, 'editor')
      ;(await guest.get('/plan')).expect(200)
      ;(await guest.get('/keys')).error(403, 'FORBIDDEN')
      const again = new Browser(shared.running)
      ;(await again.post('/invitations/accept', person(token))).error(403, 'FORBIDDEN')
      ;(await again.post('/invitations/open', { token })).error(403, 'FORBIDDEN')
      assert.deepEqual((await owner.get('/invitations')).data(), [])
    })

    it('Of many concurrent acceptances of an invitation, one succeeds', async () => {
      const { browser: owner } = await shared.person('owner')
      const { token } = await invite(owner)
      const answers = await Promise.all(
        [1, 2, 3].map(() => new Browser(shared.running).post('/invitations/accept', person(token))),
      )
      assert.deepEqual(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        [201, 403, 403],
      )
      assert.equal((await owner.get('/users')).data<Person[]>().length, 2)
    })

    it('An invitation expires after seven days and can be revoked before', async () => {
      const { browser: owner } = await shared.person('owner')
      const [kept, revoked] = [await invite(owner), await invite(owner)]
      ;(await owner.send('DELETE', `/invitations/${revoked.invitation.id}`)).expect(200)
      ;(await owner.send('DELETE', `/invitations/${revoked.invitation.id}`)).error(404, 'NOT_FOUND')
      const open = (token: string) => new Browser(shared.running).post('/invitations/open', { token })
      ;(await open(revoked.token)).error(403, 'FORBIDDEN')
      const { browser: later } = await shared.person('owner')
      ;(await open(kept.token)).expect(200)
      clock.advance(7 * DAY_MS)
      ;(await open(kept.token)).error(403, 'FORBIDDEN')
      ;(await later.get('/invitations')).error(401, 'UNAUTHORIZED')
    })

    it('An address that another user has is refused, and the invitation stays valid', async () => {
      const { browser: owner } = await shared.person('owner')
      const [own] = (await owner.get('/users')).data<Person[]>()
      const { token } = await invite(owner)
      const guest = new Browser(shared.running)
      const body = { ...person(token), email: own?.email.toUpperCase() }
      const refused = (await guest.post('/invitations/accept', body)).error(400, 'VALIDATION_ERROR')
      assert.deepEqual(issuePaths(refused), ['email'])
      ;(await guest.post('/invitations/accept', person(token))).expect(201)
    })

    it('A change of the role and a removal apply to the next request', async () => {
      const { browser: owner } = await shared.person('owner')
      const { guest, id } = await join(shared, owner)
      ;(await guest.get('/keys')).error(403, 'FORBIDDEN')
      const changed = await owner.send('PATCH', `/users/${id}`, { body: { role: 'owner' } })
      assert.equal(changed.expect(200).data<Person>().role, 'owner')
      ;(await guest.get('/keys')).expect(200)
      ;(await owner.send('DELETE', `/users/${id}`)).expect(200)
      ;(await guest.get('/keys')).error(401, 'UNAUTHORIZED')
      ;(await owner.send('DELETE', `/users/${id}`)).error(404, 'NOT_FOUND')
    })

    it('The last owner can neither be removed nor demoted, not even concurrently', async () => {
      const { browser: owner } = await shared.person('owner')
      const [first] = (await owner.get('/users')).data<Person[]>()
      const own = first?.id ?? ''
      ;(await owner.send('DELETE', `/users/${own}`)).expect(409)
      const refused = await owner.send('PATCH', `/users/${own}`, { body: { role: 'viewer' } })
      assert.match(refused.error(409, 'VALIDATION_ERROR').message, /only owner of the account/)
      const { guest, id } = await join(shared, owner, 'owner')
      const answers = await Promise.all([
        owner.send('PATCH', `/users/${own}`, { body: { role: 'viewer' } }),
        guest.send('DELETE', `/users/${id}`),
      ])
      assert.deepEqual(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 409],
      )
    })

    it('People of another account are neither visible nor changeable', async () => {
      const [{ browser: mine }, { browser: other }] = [
        await shared.person('owner'),
        await shared.person('owner'),
      ]
      const [user] = (await mine.get('/users')).data<Person[]>()
      const { invitation } = await invite(mine)
      const path = `/users/${user?.id ?? ''}`
      ;(await other.send('PATCH', path, { body: { role: 'viewer' } })).error(404, 'NOT_FOUND')
      ;(await other.send('DELETE', path)).error(404, 'NOT_FOUND')
      ;(await other.send('DELETE', `/invitations/${invitation.id}`)).error(404, 'NOT_FOUND')
      assert.deepEqual((await other.get('/invitations')).data(), [])
      assert.deepEqual(await readActions(other), [])
    })

    it('A person sees their sessions, ends one of them, and signs out everywhere', async () => {
      const { browser: owner } = await shared.person('owner')
      const { guest, email } = await join(shared, owner)
      const second = new Browser(shared.running)
      const headers = { 'user-agent': 'Second browser' }
      ;(await second.post('/session', { email, password: PASSWORD }, headers)).expect(200)
      const sessions = (await guest.get('/sessions')).data<OpenSession[]>()
      assert.equal(sessions.length, 2)
      assert.deepEqual(sessions.map((session) => String(session.is_current)).toSorted(), ['false', 'true'])
      const other = sessions.find((session) => !session.is_current)
      assert.deepEqual([other?.user_agent, other?.address], ['Second browser', '127.0.0.1'])
      ;(await owner.send('DELETE', `/sessions/${other?.id ?? ''}`)).error(404, 'NOT_FOUND')
      ;(await guest.send('DELETE', `/sessions/${other?.id ?? ''}`)).expect(200)
      ;(await second.get('/plan')).error(401, 'UNAUTHORIZED')
      ;(await second.post('/session', { email, password: PASSWORD })).expect(200)
      ;(await guest.send('DELETE', '/sessions')).expect(200)
      ;(await second.get('/plan')).error(401, 'UNAUTHORIZED')
      ;(await owner.get('/plan')).expect(200)
    })

    it('The latest use of a session is stored, at most once a minute', async () => {
      const { browser } = await shared.person('viewer')
      const seen = async () => (await browser.get('/sessions')).data<OpenSession[]>()[0]?.last_seen_at
      const before = await seen()
      clock.advance(30_000)
      assert.equal(await seen(), before)
      clock.advance(30_000)
      await seen()
      assert.equal(await seen(), new Date(clock.now()).toISOString())
    })

    it('Everything that people do in the settings is in the audit log, with who and from where', async () => {
      const { browser: owner } = await shared.person('owner')
      const { guest, id, email } = await join(shared, owner)
      const { invitation } = await invite(owner)
      ;(await owner.send('DELETE', `/invitations/${invitation.id}`)).expect(200)
      ;(await owner.send('PATCH', `/users/${id}`, { body: { role: 'viewer' } })).expect(200)
      const wanted = { name: 'Reports', scopes: ['forms:read'] }
      const key = (await owner.post('/keys', wanted)).expect(201).data<CreatedKey>()
      ;(await owner.send('DELETE', `/keys/${key.id}`)).expect(200)
      const passwords = { current_password: PASSWORD, new_password: `${PASSWORD}!` }
      ;(await guest.post('/password', passwords)).expect(200)
      const second = new Browser(shared.running)
      ;(await second.post('/session', { email, password: PASSWORD })).error(401, 'UNAUTHORIZED')
      ;(await second.post('/session', { email, password: `${PASSWORD}!` })).expect(200)
      const sessions = (await second.get('/sessions')).data<OpenSession[]>()
      const current = sessions.find((session) => session.is_current)
      ;(await second.send('DELETE', `/sessions/${current?.id ?? ''}`)).expect(200)
      ;(await guest.send('DELETE', '/sessions')).expect(200)
      ;(await owner.send('DELETE', `/users/${id}`)).expect(200)
      assert.deepEqual(await readActions(owner), [
        'user.remove by Test owner',
        'session.end_all by Grace',
        'session.end by Grace',
        'session.sign_in by Grace',
        'session.sign_in_failed by Unknown person',
        'user.change_password by Grace',
        'api_key.revoke by Test owner',
        'api_key.create by Test owner',
        'user.change_role by Test owner',
        'invitation.revoke by Test owner',
        'invitation.create by Test owner',
        'user.join by Grace',
        'invitation.create by Test owner',
      ])
      const text = JSON.stringify((await owner.get('/audit')).body)
      for (const secret of [PASSWORD, key.key]) assert.equal(text.includes(secret), false)
    })

    it('The audit log is filtered, read page by page and exported', async () => {
      const { owner: api, browser } = await shared.person('owner')
      const form = await api.createForm({ name: '=cmd()', fields: [] })
      for (const name of ['Orders', 'Invoices']) await api.createWorkflow({ name })
      const read = async (query: string) => (await browser.get(`/audit?${query}`)).expect(200)
      const names = async (query: string) =>
        (await read(query)).data<AuditEntry[]>().map(({ resource }) => resource.name)
      assert.deepEqual(await names('action=workflow.create'), ['Invoices', 'Orders'])
      assert.deepEqual(await names('action=form'), ['=cmd()'])
      assert.deepEqual(await names(`resource=${form.id}`), ['=cmd()'])
      assert.deepEqual(await names('actor=system'), ['First'])
      const first = await read('action=workflow&limit=1')
      const { next_cursor: cursor } = first.cursorMeta
      assert.deepEqual(await names(`action=workflow&limit=1&cursor=${cursor ?? ''}`), ['Orders'])
      assert.deepEqual(await names('to=2020-01-01'), [])
      ;(await browser.get('/audit?from=yesterday')).error(400, 'VALIDATION_ERROR')
      ;(await browser.get('/audit?limit=0')).error(400, 'VALIDATION_ERROR')
      ;(await browser.get('/audit?cursor=x')).error(400, 'VALIDATION_ERROR')

      const csv = (await browser.get('/audit/export?format=csv')).expect(200)
      assert.match(csv.header('content-disposition'), /filename="audit-log-2026-\d\d-\d\d\.csv"/)
      const text = csv.body as unknown as string
      const lines = text.trim().split('\r\n')
      assert.match(lines[0] ?? '', /^.?id,at,actor_kind,/)
      assert.equal(lines.length, 5)
      assert.match(text, /,'=cmd\(\),/)
      const json = (await browser.get('/audit/export?format=jsonl&action=form')).expect(200)
      // The client of the tests parses it: one entry is one JSON value.
      assert.equal((json.body as unknown as AuditEntry).resource.id, form.id)
      ;(await browser.get('/audit/export?format=xml')).error(400, 'VALIDATION_ERROR')
      const actors = (await browser.get('/audit/actors')).data<AuditEntry['actor'][]>()
      assert.deepEqual(actors.map(({ name }) => name).toSorted(), ['First', 'Millrace'])
      const one = (await browser.get('/audit/actors?limit=1')).expect(200)
      assert.deepEqual(one.data(), actors.slice(0, 1))
      assert.equal(one.cursorMeta.has_more, true)
      const other = (await browser.get(`/audit/actors?cursor=${one.cursorMeta.next_cursor ?? ''}`)).expect(
        200,
      )
      assert.deepEqual(other.data(), actors.slice(1))
      assert.deepEqual(other.cursorMeta, { limit: 100, next_cursor: null, has_more: false })
      ;(await browser.get('/audit/actors?cursor=x')).error(400, 'VALIDATION_ERROR')
    })

    it('The page about the installation shows version, storage, queue and processes', async () => {
      const { browser } = await shared.person('viewer')
      const about = (await browser.get('/about')).expect(200).data<{
        database: string
        problems: string[]
        storage: { total_bytes: number; kinds: unknown[] }
        queue: { unowned_executions: number; oldest_due_at: string | null }
        processes: { is_current: boolean; role: string; host: string }[]
      }>()
      assert.equal(about.database, shared.store === 'sqlite' ? 'sqlite' : 'postgresql')
      assert.deepEqual(about.problems, [])
      assert.ok(about.storage.total_bytes > 0)
      assert.equal(about.storage.kinds.length, 7)
      assert.deepEqual([about.queue.unowned_executions, about.queue.oldest_due_at], [0, null])
      assert.deepEqual(
        about.processes.map((process) => [process.is_current, process.role]),
        [[true, 'all']],
      )
    })
  },
  { clock },
)

describe('People at two processes on one PostgreSQL', () => {
  let one: TestService
  let two: TestService
  before(async () => {
    one = await startService({ store: 'postgres' })
    two = await startService({ dataOf: one })
  })
  after(async () => {
    await one.stop()
    await two.destroy()
  })

  it('An invitation of one process is accepted at the other, and a removal ends the session at both', async () => {
    const { id: account } = await one.createAccount()
    const owner = new Browser(one, await one.createSession('owner', { account }))
    const { token } = await invite(owner)
    const guest = new Browser(two)
    const joined = (await guest.post('/invitations/accept', person(token))).expect(201).data<Session>()
    const atOne = new Browser(one, guest.cookie)
    ;(await atOne.get('/plan')).expect(200)
    const id = joined.signed_in ? joined.user.id : ''
    ;(await owner.send('DELETE', `/users/${id}`)).expect(200)
    ;(await guest.get('/plan')).error(401, 'UNAUTHORIZED')
    ;(await atOne.get('/plan')).error(401, 'UNAUTHORIZED')
  })

  it('Two owners who demote each other at two processes leave one owner', async () => {
    const { id: account } = await one.createAccount()
    const owners = [
      new Browser(one, await one.createSession('owner', { account })),
      new Browser(two, await two.createSession('owner', { account })),
    ] as const
    const users = (await owners[0].get('/users')).data<Person[]>()
    const demote = (browser: Browser, id = '') =>
      browser.send('PATCH', `/users/${id}`, { body: { role: 'viewer' } })
    await Promise.all([demote(owners[0], users[1]?.id), demote(owners[1], users[0]?.id)])
    const left = (await owners[0].get('/users')).data<Person[]>()
    assert.equal(left.filter(({ role }) => role === 'owner').length, 1)
  })

  it('Both processes are listed with their heartbeats', async () => {
    const browser = new Browser(two, await two.createSession('viewer'))
    const { processes } = (await browser.get('/about')).data<{
      processes: { is_current: boolean; is_alive: boolean }[]
    }>()
    assert.deepEqual(processes.map(({ is_current: isCurrent }) => String(isCurrent)).toSorted(), [
      'false',
      'true',
    ])
    assert.ok(processes.every(({ is_alive: isAlive }) => isAlive))
  })
})

let count = 0

function person(token: string) {
  count += 1
  return {
    token,
    name: 'Grace',
    email: `grace-${count}-${token.slice(0, 4)}@example.com`,
    password: PASSWORD,
  }
}

async function invite(owner: Browser, body: object = { role: 'editor' }) {
  const invitation = (await owner.post('/invitations', body)).expect(201).data<CreatedInvitation>()
  return { invitation, token: new URL(invitation.link).searchParams.get('token') ?? '' }
}

/** A person who accepted an invitation. */
async function join(shared: SharedService, owner: Browser, role = 'editor') {
  const { token } = await invite(owner, { role })
  const guest = new Browser(shared.running)
  const body = person(token)
  const session = (await guest.post('/invitations/accept', body)).expect(201).data<Session>()
  return { guest, email: body.email, id: session.signed_in ? session.user.id : '' }
}

async function readActions(owner: Browser): Promise<string[]> {
  const entries = (await owner.get('/audit')).data<AuditEntry[]>()
  return entries
    .filter(({ actor }) => actor.name !== 'Millrace')
    .map((entry) => `${entry.action} by ${entry.actor.name}`)
}
