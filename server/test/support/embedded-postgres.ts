import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { Client } from 'pg'

export interface TestPostgres {
  /** Connects as superuser to the database "postgres". */
  url: string
  stop(): Promise<void>
}

export interface TestDatabase {
  url: string
  /** Removes the database and closes connections that are still open. */
  drop(): Promise<void>
}

type Supervisor = ChildProcessByStdio<Writable, Readable, Readable>

/**
 * Starts a real PostgreSQL server. It ends with {@link TestPostgres.stop}, or with this process, even when that is
 * killed; it does not keep the process from exiting.
 */
export async function startPostgres(): Promise<TestPostgres> {
  const script = join(import.meta.dirname, 'embedded-postgres-supervisor.ts')
  const supervisor: Supervisor = spawn(process.execPath, [script], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // Its own process group: Ctrl-C in the terminal is for the tests, which then release the server.
    detached: true,
    env: { ...process.env, NODE_OPTIONS: '', NODE_TEST_CONTEXT: '' },
  })
  const url = await readUrl(supervisor)
  for (const handle of [supervisor, supervisor.stdin, supervisor.stdout, supervisor.stderr]) {
    if ('unref' in handle && typeof handle.unref === 'function') handle.unref()
  }
  return {
    url,
    stop: async () => {
      if (supervisor.exitCode !== null) return
      supervisor.ref()
      const closed = once(supervisor, 'exit')
      supervisor.stdin.end()
      await closed
    },
  }
}

async function readUrl(supervisor: Supervisor): Promise<string> {
  let answer = ''
  let errors = ''
  supervisor.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  for await (const text of supervisor.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    answer += String(text)
    if (answer.endsWith('\n')) return answer.trim()
  }
  throw new Error(`PostgreSQL for the tests did not start.\n${errors}`)
}

let ownServer: Promise<TestPostgres> | undefined

/**
 * A new, empty database for one test file or suite: on the server of the complete test run if there is one
 * (MILLRACE_TEST_POSTGRES_URL), otherwise on a server that this process starts once.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env['MILLRACE_TEST_POSTGRES_URL'] ?? (await (ownServer ??= startPostgres())).url
  const name = `test_${randomBytes(8).toString('hex')}`
  await runStatement(server, `CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => runStatement(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) }
}

async function runStatement(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
