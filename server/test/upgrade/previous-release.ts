import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { SCOPE_PRESETS, type Scope } from '@millrace/contract/scopes.ts'
import { connectToFirst } from '#adapters/index.ts'
import type { MigrationTarget } from '#store/testing/migration-target.ts'
import { SettableClock } from '#test/contract/support/settable-clock.ts'
import { startService, type TestResponse, type TestService } from '#test/support/test-service.ts'
import { until } from '#test/support/until.ts'
import { FIXTURES, TEST_API_KEY } from './fixtures.ts'
import { BEARER_TOKEN, HEADER_SECRET } from './make/fill/fill-connections.ts'
import { WEBHOOK_SECRET } from './make/fill/fill-deliveries.ts'
import { type OutsideRequest, OutsideWorld } from './make/outside-world.ts'
import type { RecordedAnswer } from './make/record-answers.ts'
import type { Recording } from './make-fixtures.ts'
import { compareRows, type Renames, type Rows } from './rows.ts'

/**
 * New names of tables and columns, by the names in the previous release. Those that are not listed have to keep their
 * names. A migration that renames something adds an entry:
 * `old_table: { table: 'new_table', columns: { old_column: 'new_column' } }`.
 */
const RENAMES: Renames = {
  api_keys: {
    values: {
      scopes: { ...withNewScopes(SCOPE_PRESETS.full_access), ...withNewScopes(SCOPE_PRESETS.read_only) },
    },
  },
  execution_places: {
    table: 'execution_slots',
    columns: { place_key: 'slot_key', place_limit: 'slot_limit' },
  },
  runners: { table: 'heartbeats' },
  hook_deliveries: { table: 'inbound_deliveries' },
  triggers: { columns: { hook_key: 'inbound_key' }, values: { state: { drawn: 'inactive' } } },
  users: { values: { role: { member: 'editor' } } },
  webhooks: { table: 'webhook_endpoints' },
  deliveries: { columns: { webhook_id: 'endpoint_id' } },
  delivery_attempts: { columns: { webhook_id: 'endpoint_id' } },
}

/** A key with all scopes of its kind gets those that this release adds. */
function withNewScopes(scopes: readonly Scope[]): Readonly<Record<string, string>> {
  const old = scopes.filter((scope) => !/^(?:files|state|variables):/.test(scope))
  return { [JSON.stringify(old)]: JSON.stringify(scopes) }
}

/** Each migration adds a row to these tables. */
const GROWING = ['schema_migrations']

/** Columns without a value in any row of the fixtures. A run consumes a signal with a `wait_id` immediately. */
const ALWAYS_NULL = ['execution_signals.wait_id']

/**
 * Texts that this release words differently, as patterns of `<path of the request>/<path within the answer>`, such as
 * `/\/steps\?limit=100\/body\/data\/\d+\/error\/message$/`. Everything else has to be the same.
 */
const REWORDED: readonly RegExp[] = []

/** Members that this release adds to answers, as patterns like those of `REWORDED`. */
const ADDED: readonly RegExp[] = [
  /\/versions\b.*\/body\/data\/(?:\d+\/)?(?:note|author)$/,
  /\/triggers\/body\/data\/\d+\/paused_at$/,
]

const TIMEOUT_MS = 300_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The stored database of the previous release in one dialect. */
export interface PreviousRelease {
  readonly dialect: keyof typeof DIALECTS
  /** Restores it as a database that the test may change. */
  open(): Promise<RestoredDatabase>
  newDatabase(): Promise<MigrationTarget>
  /** Describes tables, columns, constraints and indexes, so that two databases can be compared. */
  readonly schemaQueries: readonly string[]
}

export interface RestoredDatabase {
  /** Settings of a service that uses it. */
  readonly environment: Readonly<Record<string, string>>
  readonly rows: () => Promise<Rows>
  readonly migrate: () => Promise<void>
  readonly query: (statement: string) => Promise<readonly Readonly<Record<string, unknown>>[]>
  readonly destroy: () => Promise<void>
}

const DIALECTS = { SQLite: FIXTURES.sqlite, PostgreSQL: FIXTURES.postgres } as const

export function describePreviousRelease(release: PreviousRelease): void {
  const file = join(FIXTURES.folder, DIALECTS[release.dialect].recording)
  const recording = JSON.parse(readFileSync(file, 'utf8')) as Recording

  describe(`a ${release.dialect} database of the previous release`, { timeout: TIMEOUT_MS }, () => {
    describeRows(release)
    describeService(release, recording)
  })
}

function describeRows(release: PreviousRelease): void {
  describe('after the migrations of this release', () => {
    let database: RestoredDatabase
    let old: Rows
    let migrated: Rows
    before(async () => {
      database = await release.open()
      old = await database.rows()
      await database.migrate()
      migrated = await database.rows()
    })
    after(() => database.destroy())

    const compare = (rows: Rows) => compareRows(old, rows, { renames: RENAMES, growing: GROWING })

    it('The stored database has a value in every column of every table', () => {
      assert.ok(old.size > 30, `only ${old.size} tables were found`)
      const empty = [...old].filter(([, rows]) => rows.length === 0).map(([table]) => table)
      assert.deepEqual(empty, [])
      const columns = [...old].flatMap(([table, rows]) =>
        Object.keys(rows[0] ?? {})
          .filter((column) => rows.every((row) => row[column] === null))
          .map((column) => `${table}.${column}`),
      )
      assert.deepEqual(columns, ALWAYS_NULL)
    })

    it('The migrated database has every row with every value', () => {
      assert.deepEqual(compare(migrated), [])
    })

    it('A member becomes an editor, and an owner stays one', () => {
      const rolesOf = (rows: Rows) =>
        Object.fromEntries(rows.get('users')?.map(({ email, role }) => [email, role]) ?? [])
      assert.deepEqual(rolesOf(old), { 'ada@example.com': 'owner', 'bob@example.com': 'member' })
      assert.deepEqual(rolesOf(migrated), { 'ada@example.com': 'owner', 'bob@example.com': 'editor' })
    })

    it('The migrated database has the schema of a new one', async () => {
      const fresh = await release.newDatabase()
      try {
        await fresh.migrate()
        for (const query of release.schemaQueries) {
          assert.deepEqual(plain(await database.query(query)), plain(await fresh.query(query)))
        }
      } finally {
        await fresh.destroy()
      }
    })

    it('The comparison notices a lost row in every table', () => {
      for (const [table, rows] of old) {
        const name = RENAMES[table]?.table ?? table
        const kept =
          migrated.get(name)?.filter((row) => !isDeepStrictEqual(row, migrated.get(name)?.[0])) ?? []
        assert.ok(kept.length < rows.length || GROWING.includes(table), table)
        const differences = compare(new Map([...migrated, [name, kept]]))
        assert.equal(differences.length, 1, `${table}: ${differences.join('\n')}`)
        assert.match(differences[0] ?? '', new RegExp(`^${table}: no row of ${name} has the values`))
      }
    })

    it('The comparison notices a changed value in every column', () => {
      for (const [table, [first = {}]] of old) {
        const { table: name = table, columns = {} } = RENAMES[table] ?? {}
        for (const column of Object.keys(first)) {
          const [changed = {}, ...others] = migrated.get(name) ?? []
          const row = { ...changed, [columns[column] ?? column]: 'another value' }
          const differences = compare(new Map([...migrated, [name, [row, ...others]]]))
          assert.ok(
            differences.some((line) => line.startsWith(`${table}: no row of`)),
            `${table}.${column}`,
          )
        }
      }
    })

    it('The comparison notices what an update and a delete did to the database', async () => {
      const changed = await release.open()
      try {
        await changed.migrate()
        await changed.query("update workflows set description = 'lost' where name = 'Has versions'")
        await changed.query("delete from submissions where data like '%bob%'")
        const differences = compare(await changed.rows())
        assert.deepEqual(
          differences.map((line) => line.split(':')[0]),
          ['submissions', 'workflows', 'workflows'],
        )
      } finally {
        await changed.destroy()
      }
    })
  })
}

function describeService(release: PreviousRelease, recording: Recording): void {
  const { story } = recording

  describe('under the service of this release', () => {
    let database: RestoredDatabase
    let outside: OutsideWorld
    let service: TestService
    let clock: SettableClock
    let releaseRequest = () => {}
    const requestHeld = new Promise<void>((resolve) => {
      releaseRequest = resolve
    })

    /** The clock starts when the fixture was recorded, so that the test passes on any date. */
    before(async () => {
      database = await release.open()
      outside = await OutsideWorld.start({
        '/hang': (response) => void requestHeld.then(() => response.end()),
      })
      clock = new SettableClock(recording.recordedAt)
      // Past the lease timeout of the killed process and the claim of its delivery, long before the first timer is due.
      clock.advance(MINUTE_MS)
      service = await start()
    })
    after(async () => {
      await service.destroy()
      await outside.close()
      await database.destroy()
    })

    const start = () =>
      startService({
        clock,
        environment: {
          ...database.environment,
          MILLRACE_API_KEY: TEST_API_KEY,
          MILLRACE_PUBLIC_URL: 'http://millrace.example',
          MILLRACE_EGRESS_ALLOW: '127.0.0.1/32',
        },
        // The outside world listens on another port than the one in the fixture.
        network: { connect: (addresses, _port, signal) => connectToFirst(addresses, outside.port, signal) },
      })

    /** The clock stands still while the service runs; the next start finds what is due. */
    const restartAfter = async (ms: number) => {
      await service.destroy()
      clock.advance(ms)
      service = await start()
    }

    const get = (path: string, key = TEST_API_KEY) => service.request('GET', `/v1${path}`, { key })
    const statusOf = async (execution: string) => (await get(`/executions/${execution}`)).body.data.status
    const stepsOf = async (execution: string) =>
      (await get(`/executions/${execution}/steps?limit=100`)).body.data as {
        node_id: string
        status: string
      }[]
    const reaches = async (execution: string, status: string) => {
      await until(`the status ${status}`, async () => (await statusOf(execution)) === status)
      return (await get(`/executions/${execution}`)).body.data
    }
    const signal = async (execution: string, event: string, data: object = {}) => {
      const path = `/v1/executions/${execution}/signal`
      assert.equal((await service.request('POST', path, { body: { event, data } })).status, 202)
    }
    const visit = (link: string, body: object): Promise<TestResponse> => {
      const { pathname, search } = new URL(link)
      return service.request('POST', `${pathname}${search}`, { key: null, body })
    }

    it('The service answers every recorded request as the previous release did', async () => {
      assert.ok(recording.answers.length > 200 && recording.otherAnswers.length > 10)
      for (const answer of recording.answers) {
        assert.deepEqual(withoutReworded(answer, await get(answer.path)), [], answer.path)
      }
      for (const answer of recording.otherAnswers) {
        assert.deepEqual(withoutReworded(answer, await get(answer.path, recording.otherKey)), [], answer.path)
      }
    })

    it('API keys, users, sessions and idempotency keys stay valid', async () => {
      assert.equal((await get('/workflows', recording.revokedKey)).status, 401)
      const { email, password, cookie } = recording.user
      const session = await service.request('GET', '/app/session', { key: null, headers: { cookie } })
      assert.deepEqual([session.body.data.signed_in, session.body.data.user.email], [true, email])
      const signIn = { key: null, body: { email, password } }
      assert.equal((await service.request('POST', '/app/session', signIn)).status, 200)
      const { key, body, workflow } = story.idempotent
      const repeated = await service.request('POST', '/v1/workflows', {
        body,
        headers: { 'idempotency-key': key },
      })
      assert.deepEqual([repeated.status, repeated.body.data.id], [201, workflow])
    })

    it('An http node opens a stored credential and sends it', async () => {
      const run = await service.request('POST', `/v1/workflows/${story.credentialWorkflow}/execute`, {
        body: { input: { n: 2 } },
        headers: { prefer: 'wait=30' },
      })
      assert.equal(run.body.data.status, 'completed', JSON.stringify(run.body))
      const { headers, text } = await outside.requestTo('/credential')
      assert.deepEqual([headers.authorization, text], [`Bearer ${BEARER_TOKEN}`, '{"n":2}'])
    })

    it('An inbound webhook starts a run, but none for a delivery that the previous release recorded', async () => {
      const send = (delivery: string) =>
        service.request('POST', story.inboundWebhook.path, {
          key: null,
          body: { order: 8 },
          headers: { 'x-fixture-key': HEADER_SECRET, 'x-delivery': delivery },
        })
      const repeated = await send('first')
      assert.deepEqual(
        [repeated.status, repeated.body.data.execution_id],
        [200, story.inboundWebhook.execution],
      )
      const second = await send('second')
      assert.equal(second.status, 202)
      const run = await reaches(second.body.data.execution_id, 'completed')
      assert.deepEqual(run.output, { got: { order: 8 } })
    })

    it('A run that was running when the previous release was killed completes', async () => {
      await outside.requestTo('/hang')
      assert.equal(await statusOf(story.running), 'running')
      releaseRequest()
      assert.equal((await reaches(story.running, 'completed')).output.status, 200)
    })

    it('A delivery that was being sent when the previous release was killed is sent again', async () => {
      const { text } = await outside.requestTo('/hang-delivery')
      assert.deepEqual(JSON.parse(text).data.data, { note: 'last' })
    })

    it('Parked runs continue when their approval, callback or event arrives', async () => {
      const approved = await visit(story.approval.approve, { decision: 'approve', data: { reason: 'fine' } })
      assert.equal(approved.status, 202, JSON.stringify(approved.body))
      await reaches(story.approval.execution, 'completed')
      const called = await visit(story.callback.link, { paid: true })
      assert.equal(called.status, 202, JSON.stringify(called.body))
      assert.deepEqual((await reaches(story.callback.execution, 'completed')).output, { paid: true })
      await signal(story.event, 'order.paid', { order: 7, by: 'Ada' })
      assert.deepEqual((await reaches(story.event, 'completed')).output, { order: 7, by: 'Ada' })
    })

    it('Parked runs continue within a loop, and when their sub-workflow ends', async () => {
      const waitsAt = async (count: number) => {
        for (;;) {
          const steps = await stepsOf(story.loop)
          const done = steps.filter(({ node_id, status }) => node_id === 'wait' && status === 'completed')
          const isWaiting = steps.some(({ node_id, status }) => node_id === 'wait' && status === 'waiting')
          if (done.length === count && isWaiting) return
        }
      }
      await waitsAt(0)
      await signal(story.loop, 'go', { n: 1 })
      await waitsAt(1)
      await signal(story.loop, 'go', { n: 2 })
      assert.deepEqual((await reaches(story.loop, 'completed')).status, 'completed')
      await signal(story.parent.child, 'go', { done: true })
      assert.deepEqual((await reaches(story.parent.execution, 'completed')).output, { done: true })
    })

    it('A queued run gets its concurrency slot when the run that holds it ends', async () => {
      assert.equal(await statusOf(story.queued), 'pending')
      assert.ok((await stepsOf(story.queued)).every(({ node_id }) => node_id !== 'wait'))
      await signal(story.holder, 'go')
      await reaches(story.holder, 'completed')
      for (;;) {
        const steps = await stepsOf(story.queued)
        if (steps.some(({ node_id, status }) => node_id === 'wait' && status === 'waiting')) break
      }
      await signal(story.queued, 'go')
      await reaches(story.queued, 'completed')
    })

    it('Delays end, steps and deliveries are retried when they are due, and no schedule fires early', async () => {
      assert.equal(await statusOf(story.delayed), 'pending')
      assert.equal(await statusOf(story.retrying), 'pending')
      const early = outside.requests.filter(({ path }) => path === '/unavailable' || path === '/busy')
      assert.deepEqual(early, [])
      await restartAfter(2 * HOUR_MS)
      await reaches(story.delayed, 'completed')
      await reaches(story.retrying, 'completed')
      await outside.requestTo('/unavailable')
      assertSigned(await outside.requestTo('/busy'))
      const deliveries = `/webhooks/${story.pendingEndpoint}/deliveries?status=pending`
      await until('the deliveries', async () => (await get(deliveries)).body.data.length === 0)
      assert.equal((await get(`/workflows/${story.schedule}/executions`)).body.data.length, 1)
    })

    it('A schedule fires once for all the times that it missed', async () => {
      await restartAfter(10 * 24 * HOUR_MS)
      const runs = async () => (await get(`/workflows/${story.schedule}/executions`)).body.data
      while (
        (await runs()).some(({ status }: { status: string }) => status === 'running') ||
        (await runs()).length < 2
      );
      assert.equal((await runs()).length, 2)
    })
  })
}

/** With the secret that the previous release stored. */
function assertSigned({ headers, text }: OutsideRequest): void {
  const secret = Buffer.from(WEBHOOK_SECRET.replace('whsec_', ''), 'base64')
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`
  const signature = createHmac('sha256', secret).update(signed).digest('base64')
  assert.equal(headers['webhook-signature'], `v1,${signature}`)
}

/** The differences between an answer and the recorded one, except those that are listed as reworded or added. */
function withoutReworded(recorded: RecordedAnswer, answer: TestResponse): string[] {
  return findDifferences(
    { status: recorded.status, body: recorded.body },
    { status: answer.status, body: answer.body },
    recorded.path,
  )
}

function findDifferences(expected: unknown, actual: unknown, path: string): string[] {
  if (isDeepStrictEqual(expected, actual)) return []
  if (isObject(expected) && isObject(actual)) {
    const names = new Set([...Object.keys(expected), ...Object.keys(actual)])
    return [...names].flatMap((name) => findDifferences(expected[name], actual[name], `${path}/${name}`))
  }
  if (expected === undefined && ADDED.some((pattern) => pattern.test(path))) return []
  const areTexts = typeof expected === 'string' && typeof actual === 'string'
  if (areTexts && REWORDED.some((pattern) => pattern.test(path))) return []
  return [`${path}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`]
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** Rows of SQLite have no prototype, which a strict comparison notices. */
function plain(rows: readonly object[]): object[] {
  return rows.map((row) => ({ ...row }))
}
