import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { TLSSocket } from 'node:tls'
import { createTestDatabase, type TestDatabase } from '#test/support/embedded-postgres.ts'
import { until } from '#test/support/until.ts'
import type { SqlFailure } from '#ports/index.ts'
import { GuardedDialer, type GuardedDialerOptions } from '../dial/guarded-dialer.ts'
import { serveTcp } from '../testing/loopback-server.ts'
import { PgSqlClient } from './pg-sql-client.ts'
import { makeThrowawayCertificate, type ThrowawayCertificate } from '../testing/throwaway-certificate.ts'

const patient = { deadlineMs: 20_000 }
const secret = 'pässword/1'

function openClient(options: Partial<GuardedDialerOptions> = {}): PgSqlClient {
  return new PgSqlClient(new GuardedDialer({ policy: { allowLoopback: true, allow: [] }, ...options }))
}

function assertFailure(
  result: { readonly ok: true } | SqlFailure,
  reason: SqlFailure['reason'],
  message?: RegExp,
): asserts result is SqlFailure {
  assert.ok(!result.ok, 'expected a failure')
  assert.equal(result.reason, reason, result.message)
  if (message !== undefined) assert.match(result.message, message)
  assert.equal(result.message.includes(secret), false)
  assert.equal(result.message.includes(encodeURIComponent(secret)), false)
}

describe('SQL client with a real database', () => {
  let database: TestDatabase
  before(async () => {
    database = await createTestDatabase()
  })
  after(() => database.drop())

  it('A probe of a reachable database succeeds', async () => {
    assert.deepEqual(await openClient().probe(database.url, patient), { ok: true })
  })

  it('Rows are returned as JSON, and values that JSON cannot represent stay text', async () => {
    const text = `select 1::int2 as a, 9007199254740993::int8 as b, 1.10::numeric as c, true as d, null as e, 'x' as f,
      '{"k": [1]}'::jsonb as g, 'NaN'::float8 as h, 1.5::float8 as i, '{a,"b c"}'::text[] as j, '2026-01-02'::date as k,
      '\\x00ff'::bytea as l, '{1,2}'::int4[] as m, 5 as "__proto__"`
    const result = await openClient().query(database.url, { text }, patient)
    assert.ok(result.ok, JSON.stringify(result))
    assert.equal(
      JSON.stringify(result.rows),
      '[{"a":1,"b":"9007199254740993","c":"1.10","d":true,"e":null,"f":"x","g":{"k":[1]},"h":"NaN","i":1.5,' +
        '"j":["a","b c"],"k":"2026-01-02","l":"\\\\x00ff","m":[1,2],"__proto__":5}]',
    )
  })

  it('Arrays of all dimensions are returned as lists, with their elements as they are outside of arrays', async () => {
    const query = {
      text: `select '{{1,2},{3,null}}'::int4[] as a, '[0:1]={x,"y, z"}'::text[] as b, '{NaN,1.5}'::float8[] as c, '{t,f,null}'::bool[] as d,
        array['{"k": "a\\"b"}'::jsonb] as e, '{}'::text[] as f, array['', 'null', 'NULL', '"', '\\', '{}'] as g, '{9007199254740993}'::int8[] as h`,
    }
    const result = await openClient().query(database.url, query, patient)
    assert.ok(result.ok, JSON.stringify(result))
    assert.deepEqual(result.rows, [
      {
        a: [
          [1, 2],
          [3, null],
        ],
        b: ['x', 'y, z'],
        c: ['NaN', 1.5],
        d: [true, false, null],
        e: [{ k: 'a"b' }],
        f: [],
        g: ['', 'null', 'NULL', '"', '\\', '{}'],
        h: '{9007199254740993}',
      },
    ])
  })

  it('Values are passed as parameters and never as SQL text', async () => {
    const value = "'; drop table x; --"
    const query = {
      text: 'select $1::text as v, $2::int as n, $3::jsonb as j',
      parameters: [value, 7, { a: 1 }],
    }
    const result = await openClient().query(database.url, query, patient)
    assert.ok(result.ok, JSON.stringify(result))
    assert.deepEqual(result.rows, [{ v: value, n: 7, j: { a: 1 } }])
  })

  it('The number of affected rows is returned', async () => {
    const client = openClient()
    assert.ok((await client.query(database.url, { text: 'create table t (n int)' }, patient)).ok)
    const result = await client.query(database.url, { text: 'insert into t values (1), (2)' }, patient)
    assert.ok(result.ok)
    assert.equal(result.affected, 2)
  })

  it('A query can contain only one statement', async () => {
    const result = await openClient().query(database.url, { text: 'select 1; select 2' }, patient)
    assertFailure(result, 'query', /multiple commands/)
    assert.equal(result.code, '42601')
  })

  it('The error of an invalid query is reported', async () => {
    const result = await openClient().query(database.url, { text: 'select * from missing' }, patient)
    assertFailure(result, 'query', /relation "missing" does not exist \(42P01\)/)
    assert.equal(result.sent, true)
  })

  it('A wrong password and a missing database are reported', async () => {
    const wrong = new URL(database.url)
    wrong.password = secret
    assertFailure(await openClient().probe(wrong.href, patient), 'authentication', /28P01|password/)
    const none = new URL(database.url)
    none.pathname = '/missing'
    const missing = await openClient().probe(none.href, patient)
    assertFailure(missing, 'connect', /"missing" does not exist/)
    assert.equal(missing.sent, false)
  })

  it('A missing password is not taken from the environment', async (t) => {
    const url = new URL(database.url)
    process.env['PGPASSWORD'] = decodeURIComponent(url.password)
    t.after(() => delete process.env['PGPASSWORD'])
    url.password = ''
    assertFailure(await openClient().probe(url.href, patient), 'authentication')
  })

  it('A statement is cancelled on the server when the deadline passes', async () => {
    const client = openClient()
    // Long enough to connect on a busy machine: only a statement that was sent can be cancelled.
    const result = await client.query(database.url, { text: 'select pg_sleep(600)' }, { deadlineMs: 3_000 })
    assertFailure(result, 'timeout')
    assert.equal(result.sent, true)
    // Other tests use the same server.
    const running = `select count(*)::int as n from pg_stat_activity
      where datname = current_database() and query like 'select pg_sleep%' and state = 'active'`
    await until('the end of the statement', async () => {
      const seen = await client.query(database.url, { text: running }, patient)
      assert.ok(seen.ok)
      return seen.rows[0]?.['n'] === 0
    })
  })

  it('A result that is too large is refused, even if it is a single row', async () => {
    for (const text of ["select repeat('x', 5000000) as v", 'select generate_series(1, 1000000) as n']) {
      const result = await openClient().query(database.url, { text, maxBytes: 100_000 }, patient)
      assertFailure(result, 'too_large', /100000 bytes/)
    }
  })

  it('A statement that copies to its client has no rows, and one that copies from it fails', async () => {
    const client = openClient()
    const copied = await client.query(database.url, { text: 'copy (select 1) to stdout' }, patient)
    assert.deepEqual(copied, { ok: true, rows: [], affected: 1 })
    await client.query(database.url, { text: 'create table copied (a int)' }, patient)
    const refused = await client.query(database.url, { text: 'copy copied from stdin' }, patient)
    assertFailure(refused, 'query', /COPY from stdin failed/)
  })

  it('A server without TLS is refused if the URL requires TLS', async () => {
    for (const mode of ['require', 'verify-ca', 'verify-full']) {
      assertFailure(
        await openClient().probe(`${database.url}?sslmode=${mode}`, patient),
        'tls',
        /does not support SSL/,
      )
    }
    for (const mode of ['disable', 'prefer']) {
      assert.deepEqual(await openClient().probe(`${database.url}?sslmode=${mode}`, patient), { ok: true })
    }
  })
})

describe('connection of the SQL client', () => {
  it('The egress guard checks database hosts by address and by name', async () => {
    const strict = openClient({
      policy: { allowLoopback: false, allow: [] },
      resolve: () => Promise.resolve(['169.254.169.254']),
    })
    for (const host of ['127.0.0.1', '[::1]', '2130706433', 'db.example']) {
      const result = await strict.probe(`postgres://u:${encodeURIComponent(secret)}@${host}/app`, patient)
      assertFailure(result, 'refused', /MILLRACE_EGRESS_ALLOW/)
      assert.equal(result.sent, false)
    }
  })

  it('A problem with a database URL is reported without the URL', async () => {
    assertFailure(await openClient().probe(`mysql://u:${secret}@127.0.0.1`, patient), 'configuration')
  })

  it('A query to a silent server ends at its deadline or when it is cancelled', async (t) => {
    const server = await serveTcp(t, (socket) => socket.resume())
    const url = `postgres://u:p@127.0.0.1:${server.port}/app`
    assertFailure(await openClient().probe(url, { deadlineMs: 150 }), 'timeout')
    assertFailure(await openClient().probe(url, { ...patient, signal: AbortSignal.timeout(50) }), 'aborted')
    await server.drained()
  })

  it('A server that is not a database, or closes the connection, is reported', async (t) => {
    const other = await serveTcp(t, (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    const rude = await serveTcp(t, (socket) => socket.once('data', () => socket.destroy()))
    for (const { port } of [other, rude]) {
      for (const mode of ['disable', 'prefer']) {
        const result = await openClient().probe(
          `postgres://u:p@127.0.0.1:${port}/app?sslmode=${mode}`,
          patient,
        )
        assert.ok(!result.ok)
        assert.equal(result.sent, false)
      }
    }
  })

  const int16 = (value: number) => Buffer.from([(value >> 8) & 0xff, value & 0xff])
  const int32 = (value: number) => Buffer.concat([int16(value >> 16), int16(value)])
  const message = (code: string, ...parts: readonly Buffer[]) => {
    const body = Buffer.concat(parts)
    return Buffer.concat([Buffer.from(code), int32(body.length + 4), body])
  }
  const row = (...parts: readonly Buffer[]) => message('D', ...parts)
  const description = (...names: readonly string[]) =>
    message('T', int16(names.length), ...names.map(describeColumn))
  const describeColumn = (name: string) =>
    Buffer.concat([Buffer.from(`${name}\0`), int32(0), int16(0), int32(25), int16(-1), int32(-1), int16(0)])
  const COPY = message('G', Buffer.from([0]), int16(0))
  const READY = Buffer.concat([message('R', int32(0)), message('Z', Buffer.from('I'))])
  /** What the library reads wrongly: it throws, does not end, or takes long. */
  const WRONG: Readonly<Record<string, Buffer>> = {
    'authentication by Kerberos': message('R', int32(7)),
    'an authentication without a kind': message('R'),
    'a length that does not count itself': Buffer.from([0x53, 0, 0, 0, 3]),
    'a description without a count': message('T'),
    'a description with a negative count': message('T', int16(-1)),
    'a description with more columns than it describes': message('T', int16(9)),
    'a row with a negative count': row(int16(-1)),
    'a row with fewer values than it says': row(int16(2), int32(1), Buffer.from('a')),
    'a row with a value before its beginning': row(int16(1), int32(-4)),
    'a row with a value behind its end': row(int16(1), int32(100), Buffer.from('a')),
    'an error without an end': message('E', Buffer.from('S')),
    'a notice without an end': message('N', Buffer.from('SX')),
    'an empty error': message('E'),
    'a row that nobody asked for': row(int16(0)),
    'a row without a description': row(int16(1), int32(-1)),
    'rows with fewer columns than described': Buffer.concat([description('a', 'b'), row(int16(0))]),
    'a second description': Buffer.concat([
      description('a'),
      row(int16(1), int32(-1)),
      description('a', 'b'),
    ]),
    'a description that goes on in the next message': Buffer.concat([
      message('T', int16(1)),
      description('a'),
    ]),
    'parameters that nobody asked for': message('t', int16(0)),
    'a part of the rows': message('s'),
    'a copy without a count': message('G', Buffer.from([0])),
    'a copy with more columns than it describes': message('H', Buffer.from([0]), int16(9)),
    'the same copy again': Buffer.concat([COPY, COPY]),
    'the same request for a password again': Buffer.concat([message('R', int32(3)), message('R', int32(3))]),
    'a message of an unknown kind': message('?'),
    'two megabytes before a query': message('N', Buffer.from(`M${'x'.repeat(2_000_000)}\0\0`)),
    'half of a message that is too long': Buffer.concat([
      Buffer.from('N'),
      int32(0x7fffffff),
      Buffer.alloc(2_000_000),
    ]),
  }
  for (const [what, bytes] of Object.entries(WRONG)) {
    it(`A server that sends ${what} is reported, during the login and afterwards`, async (t) => {
      for (const isAfterLogin of [false, true]) {
        const server = await serveTcp(t, (socket) => {
          socket.once('data', () => {
            if (!isAfterLogin) return socket.end(bytes)
            socket.write(READY)
            socket.once('data', () => socket.end(bytes))
          })
        })
        const url = `postgres://u:p@127.0.0.1:${server.port}/app?sslmode=disable`
        const result = await openClient().query(url, { text: 'select 1', maxBytes: 1_000_000 }, patient)
        assert.ok(!result.ok)
        assert.equal(result.sent, isAfterLogin, result.message)
        assert.match(result.message, /keep to the protocol|kind of authentication|is larger than/)
        await server.drained()
      }
    })
  }

  it('Messages that arrive in pieces are read as if they arrived at once', async (t) => {
    const answer = Buffer.concat([
      message('1'),
      message('2'),
      description('a'),
      row(int16(1), int32(5), Buffer.from('hello')),
      row(int16(1), int32(-1)),
      message('N', Buffer.from('SNOTICE\0Mlook\0\0')),
      message('C', Buffer.from('SELECT 2\0')),
      message('Z', Buffer.from('I')),
    ])
    const server = await serveTcp(t, (socket) => {
      socket.setNoDelay()
      socket.once('data', () => {
        socket.write(READY)
        socket.once('data', () => {
          const writeFrom = (at: number) => {
            if (at === answer.length) return
            socket.write(answer.subarray(at, at + 1))
            setImmediate(writeFrom, at + 1)
          }
          writeFrom(0)
        })
      })
    })
    const url = `postgres://u:p@127.0.0.1:${server.port}/app?sslmode=disable`
    const result = await openClient().query(url, { text: 'select a' }, patient)
    assert.deepEqual(result, { ok: true, rows: [{ a: 'hello' }, { a: null }], affected: 2 })
  })

  const certificate = makeThrowawayCertificate(['db.example'])
  const modes: readonly [string, string, ThrowawayCertificate | null, SqlFailure['reason']][] = [
    ['require', 'other.example', null, 'authentication'],
    ['verify-ca', 'other.example', null, 'tls'],
    ['verify-ca', 'other.example', certificate, 'authentication'],
    ['verify-full', 'other.example', certificate, 'tls'],
    ['verify-full', 'db.example', certificate, 'authentication'],
  ]
  for (const [mode, host, trusted, reason] of modes) {
    const known = trusted === null ? 'an unknown authority' : 'a trusted authority'
    it(`A connection with ${mode} to ${host} and a certificate of ${known} ends with ${reason}`, async (t) => {
      const server = await serveTcp(t, (socket) => {
        socket.once('data', () => {
          socket.write('S')
          const secure = new TLSSocket(socket, { isServer: true, ...certificate })
          secure.on('error', () => {})
          secure.once('data', () => secure.end(errorResponse('28P01', 'password authentication failed')))
        })
      })
      const client = openClient({
        resolve: () => Promise.resolve(['127.0.0.1']),
        ...(trusted === null ? {} : { certificateAuthorities: trusted.cert }),
      })
      const url = `postgres://u:${encodeURIComponent(secret)}@${host}:${server.port}/app?sslmode=${mode}`
      assertFailure(await client.probe(url, patient), reason)
      await server.drained()
    })
  }
})

function errorResponse(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
