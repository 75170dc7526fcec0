import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Compile } from 'typebox/compile'
import { GuardedDialer, PgSqlClient } from '#adapters/index.ts'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import { knownCredentials } from '#nodes/testing/known-credentials.ts'
import { nodeCall } from '#nodes/testing/node-call.ts'
import type { NodeCall, RevealedCredential, SqlClient } from '#ports/index.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/embedded-postgres.ts'
import { postgresNode } from './postgres.node.ts'

const sql = new PgSqlClient(new GuardedDialer({ policy: { allowLoopback: true, allow: [] } }))

function run(
  parameters: JsonObject,
  credential?: Partial<RevealedCredential>,
  { client = sql, ...call }: Partial<NodeCall> & { client?: SqlClient } = {},
) {
  const node = postgresNode({ sql: client, credentials: knownCredentials(credential && { c: credential }) })
  assert.ok(Compile(node.parameters).Check(parameters))
  const credentialId = credential === undefined ? undefined : 'c'
  return Promise.resolve(node.run(nodeCall({ parameters, credentialId, ...call })))
}

async function failureOf(result: ReturnType<typeof run>) {
  const done = await result
  assert.ok('ok' in done && !done.ok, JSON.stringify(done))
  return done
}

describe('`postgres` node', () => {
  let database: TestDatabase
  before(async () => {
    database = await createTestDatabase()
  })
  after(() => database.drop())

  const use = (parameters: JsonObject, call: Parameters<typeof run>[2] = {}) =>
    run(parameters, { type: 'postgres', value: database.url }, call)
  const outputOf = async (parameters: JsonObject): Promise<JsonValue> => {
    const done = await use(parameters)
    assert.ok('ok' in done && done.ok, JSON.stringify(done))
    return done.output
  }

  it('A `postgres` node returns all rows, the first row, or the number of rows', async () => {
    const query = 'select n, n * 10 as ten from generate_series(1, 3) as n'
    const rows = [
      { n: 1, ten: 10 },
      { n: 2, ten: 20 },
      { n: 3, ten: 30 },
    ]
    assert.deepEqual(await outputOf({ query }), rows)
    assert.deepEqual(await outputOf({ query, mode: 'rows' }), rows)
    assert.deepEqual(await outputOf({ query, mode: 'one' }), rows[0])
    assert.deepEqual(await outputOf({ query, mode: 'affected' }), { affected: 3 })
    assert.deepEqual(await outputOf({ query: 'select 1 where false' }), [])
    assert.equal(await outputOf({ query: 'select 1 where false', mode: 'one' }), null)
  })

  it('A `postgres` node changes data and returns the number of changed rows', async () => {
    await outputOf({ query: 'create table orders (id int, data jsonb, tags text[])' })
    const query = 'insert into orders values ($1, $2, $3), ($4, null, null)'
    const parameters = [1, { a: [1] }, ['x', 'y z'], '2']
    assert.deepEqual(await outputOf({ query, parameters, mode: 'affected' }), { affected: 2 })
    assert.deepEqual(await outputOf({ query: 'select * from orders order by id' }), [
      { id: 1, data: { a: [1] }, tags: ['x', 'y z'] },
      { id: 2, data: null, tags: null },
    ])
  })

  it('A `postgres` node never makes a value part of the statement', async () => {
    for (const value of ["'; drop table orders; --", '$1', '{{ input }}', '\\', "''"]) {
      assert.deepEqual(await outputOf({ query: 'select $1::text as v', parameters: [value], mode: 'one' }), {
        v: value,
      })
    }
  })

  it('A `postgres` node does not evaluate expressions in its query and reports them', () => {
    const node = postgresNode({ sql, credentials: knownCredentials() })
    assert.deepEqual(node.literals, ['query'])
    assert.deepEqual(node.check?.({ query: "select '{{1,2},{3,4}}'::int[]" }), [])
    assert.deepEqual(node.check?.({ query: "select '{{ input.name }}'" }), [
      {
        parameter: 'query',
        message:
          'the parameter `query` contains an expression, but expressions are not evaluated in it. Write `$1` instead and move the expression to `parameters`.',
      },
    ])
  })

  it('A `postgres` node fails permanently on an invalid query but can be retried after a conflict', async () => {
    const wrong = await failureOf(use({ query: 'select * from missing' }))
    assert.deepEqual([wrong.code, wrong.permanent], ['QUERY_FAILED', true])
    assert.match(wrong.message, /relation "missing" does not exist \(42P01\)/)
    const two = await failureOf(use({ query: 'select 1; select 2' }))
    assert.match(two.message, /multiple commands/)
    const query = "do $$ begin raise exception 'again' using errcode = '40001'; end $$"
    const conflict = await failureOf(use({ query }))
    assert.deepEqual([conflict.code, conflict.permanent], ['QUERY_FAILED', undefined])
  })

  it('A `postgres` node stops at its timeout, at one mebibyte, and when it is cancelled', async () => {
    const slow = await failureOf(use({ query: 'select pg_sleep(60)' }, { timeoutMs: 300 }))
    assert.deepEqual([slow.code, slow.permanent], ['TIMED_OUT', undefined])
    const large = await failureOf(use({ query: "select repeat('x', 1100000) as v" }))
    assert.deepEqual([large.code, large.permanent], ['RESPONSE_TOO_LARGE', true])
    const [first, second] = ['a'.repeat(60), 'b'.repeat(60)]
    const query = `select null as ${first}, null as ${second} from generate_series(1, 9000)`
    const named = await failureOf(use({ query }))
    assert.deepEqual([named.code, named.permanent], ['RESPONSE_TOO_LARGE', true])
    assert.match(named.message, /larger than 1048576 bytes as JSON/)
    const cancelled = await failureOf(use({ query: 'select 1' }, { signal: AbortSignal.abort() }))
    assert.equal(cancelled.code, 'CANCELLED')
  })

  it('A `postgres` node refuses a result that cannot be an output', async () => {
    const deep = await failureOf(
      use({ query: 'select (repeat($1, 70) || repeat($2, 70))::jsonb as v', parameters: ['[', ']'] }),
    )
    assert.equal(deep.message, 'The result of the query is nested deeper than 64 levels.')
    const deepest = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as JsonValue
    const rows = { ok: true, rows: [{ v: deepest }], affected: 1 } as const
    const client: SqlClient = { query: async () => rows, probe: async () => ({ ok: true }) }
    assert.equal((await failureOf(use({ query: 'select v' }, { client }))).message, deep.message)
    const key = await failureOf(use({ query: `select '{"__proto__": 1}'::jsonb as v` }))
    assert.match(key.message, /has the key "__proto__"/)
  })

  it('A `postgres` node requires a credential of type postgres and only connects to its allowed hosts', async () => {
    const missing = await failureOf(run({ query: 'select 1' }))
    assert.deepEqual([missing.code, missing.permanent], ['CREDENTIAL_MISSING', true])
    const other = await failureOf(run({ query: 'select 1' }, { type: 'smtp', value: 'smtp://127.0.0.1' }))
    assert.match(other.message, /Choose a credential of type postgres\.$/)
    const hosts = await failureOf(
      run({ query: 'select 1' }, { type: 'postgres', value: database.url, allowedHosts: ['db.example.com'] }),
    )
    assert.equal(hosts.code, 'CREDENTIAL_NOT_USABLE')
  })

  it('A `postgres` node never returns the password', async () => {
    const password = 'CANARY-p@ss/wörd'
    const url = new URL(database.url)
    // Roles are global to the server, which other tests share.
    const role = `role_of_${url.pathname.slice(1)}`
    await outputOf({ query: `create role ${role} login password '${password}'` })
    url.username = role
    url.password = encodeURIComponent(password)
    const credential = { type: 'postgres', value: url.href }
    const query = 'select $1::text as plain, $2::text as encoded, $3::jsonb as deep'
    const parameters = [
      `<${password}>`,
      Buffer.from(password).toString('base64'),
      { [password]: [encodeURIComponent(password)] },
    ]
    const done = await run({ query, parameters, mode: 'one' }, credential)
    assert.ok('ok' in done && done.ok, JSON.stringify(done))
    assert.deepEqual(done.output, { plain: '<***>', encoded: '***', deep: { '***': ['***'] } })

    const said = `do $$ begin raise exception 'it is ${password}'; end $$`
    const failure = await failureOf(run({ query: said }, credential))
    assert.match(failure.message, /it is \*\*\*/)
    const wrong = new URL(url)
    wrong.password = encodeURIComponent(`${password}-not`)
    const refused = await failureOf(run({ query: 'select 1' }, { type: 'postgres', value: wrong.href }))
    assert.deepEqual([refused.code, refused.permanent], ['AUTHENTICATION_FAILED', true])
    assert.doesNotMatch(refused.message, /CANARY/)
    await outputOf({ query: `drop role ${role}` })
  })
})
