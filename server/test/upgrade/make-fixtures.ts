// Fills a SQLite and a PostgreSQL database through a release, and stores them with the answers of its API:
//   node server/test/upgrade/make-fixtures.ts <checkout of the release> [folder]
// README.md in this folder explains when to run it.
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createTestDatabase } from '#test/support/embedded-postgres.ts'
import { copyMasterKey, FIXTURES, TEST_API_KEY } from './fixtures.ts'
import { Api } from './make/api.ts'
import { dumpPostgres } from './make/dump-postgres.ts'
import { leaveForgottenItems } from './make/fill/fill-state.ts'
import { leaveCapturedRequest } from './make/fill/leave-captured-request.ts'
import { WebAppUser } from './make/fill/web-app-user.ts'
import { fillDatabase } from './make/fill-database.ts'
import { OutsideWorld, WHILE_FILLING } from './make/outside-world.ts'
import { recordAnswers, type RecordedAnswer } from './make/record-answers.ts'
import { Release } from './make/release-process.ts'
import type { Story } from './make/story.ts'
import { compareRows, queryPostgres, readPostgresRows } from './rows.ts'

/** The answers of the release about a database, and what it takes to ask again. Every secret in it is test data. */
export interface Recording {
  /** When the process of the release was killed. */
  readonly recordedAt: string
  /** The address of everything outside while the database was filled. */
  readonly outside: string
  readonly otherKey: string
  readonly revokedKey: string
  readonly user: { readonly email: string; readonly password: string; readonly cookie: string }
  readonly story: Story
  readonly answers: readonly RecordedAnswer[]
  readonly otherAnswers: readonly RecordedAnswer[]
}

const USER = { email: 'ada@example.com', password: 'test-data-password' }

/** Creates both fixtures of a release from a checkout of it. */
export async function makeFixtures(checkout: string, folder: string): Promise<void> {
  const release = new Release(checkout)
  await mkdir(folder, { recursive: true })
  await Promise.all([makeSqlite(release, folder), makePostgres(release, folder)])
}

async function makeSqlite(release: Release, folder: string): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'millrace-fixture-'))
  try {
    const recording = await record(release, { MILLRACE_DATA: data })
    await storeSqlite(join(data, 'millrace.db'), join(folder, FIXTURES.sqlite.data))
    await storeRecording(join(folder, FIXTURES.sqlite.recording), recording)
  } finally {
    await rm(data, { recursive: true })
  }
}

async function makePostgres(release: Release, folder: string): Promise<void> {
  const database = await createTestDatabase()
  const data = await mkdtemp(join(tmpdir(), 'millrace-fixture-'))
  try {
    const recording = await record(release, { MILLRACE_DATA: data, DATABASE_URL: database.url })
    await storePostgres(database.url, join(folder, FIXTURES.postgres.data))
    await storeRecording(join(folder, FIXTURES.postgres.recording), recording)
  } finally {
    await database.drop()
    await rm(data, { recursive: true })
  }
}

async function record(
  release: Release,
  location: Readonly<Record<string, string>> & { readonly MILLRACE_DATA: string },
): Promise<Recording> {
  await copyMasterKey(location.MILLRACE_DATA)
  const settings = {
    ...location,
    LOG_LEVEL: 'warn',
    MILLRACE_API_KEY: TEST_API_KEY,
    MILLRACE_PUBLIC_URL: 'http://millrace.example',
    MILLRACE_EGRESS_ALLOW: '127.0.0.1/32',
    MILLRACE_DISK_FLOOR_MB: '0',
    MILLRACE_RATE_LIMITS: 'off',
  }
  const outside = await OutsideWorld.start(WHILE_FILLING)
  const accounts = await prepareAccounts(release, settings)
  const service = await release.serve(settings)
  try {
    const api = new Api(service.url, TEST_API_KEY)
    const { story, draft } = await fillDatabase(api, service.url, outside)
    const other = new Api(service.url, accounts.otherKey)
    await other.call('POST', '/workflows', { name: 'Belongs to the other account' })
    await other.call('POST', '/forms', { name: 'Other form', fields: [{ name: 'note', type: 'text' }] })
    const user = await WebAppUser.signIn(service.url, USER)
    await user.invite('viewer', 'bea@example.com')
    await user.saveFilter('What failed', { status: 'failed' })
    // The probe of the database is a row, too.
    await fetch(`${service.url}/readyz`)
    const answers = await recordAnswers(api, [story.running, story.claimedEndpoint])
    const otherAnswers = await recordAnswers(other, [])
    await leaveCapturedRequest(api, service.url, draft)
    await leaveForgottenItems(api)
    await service.kill()
    return {
      recordedAt: new Date().toISOString(),
      outside: outside.url,
      ...accounts,
      user: { ...USER, cookie: user.cookie },
      story,
      answers,
      otherAnswers,
    }
  } finally {
    await service.kill()
    await outside.close()
  }
}

/** Accounts, users and keys, by the command line. The service has to start first: it creates the first account. */
async function prepareAccounts(
  release: Release,
  settings: Readonly<Record<string, string>>,
): Promise<{ otherKey: string; revokedKey: string }> {
  const first = await release.serve(settings)
  try {
    await new Api(first.url, TEST_API_KEY).call('GET', '/workflows')
    // Writes the last use of the key, which is in memory until then.
    await first.stop()
  } finally {
    await first.kill()
  }

  const run = (...words: string[]) => release.command(settings, words)
  const lastLine = (text: string) => text.trimEnd().split('\n').at(-1) ?? ''
  const idIn = (text: string) => /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(text)?.[0] ?? ''

  const own = idIn(await run('accounts', 'list'))
  const created = await run('accounts', 'create', 'Other account', '--plan', 'starter')
  const other = idIn(created)
  await run('accounts', 'set-plan', other, 'pro')
  await release.command(
    settings,
    ['users', 'create', USER.email, '--name', 'Ada', '--account', own],
    USER.password,
  )
  await release.command(
    settings,
    ['users', 'create', 'bob@example.com', '--role', 'editor', '--account', other],
    USER.password,
  )
  const revoked = await run('keys', 'create', 'Revoked', '--scopes', 'read_only', '--account', own)
  await run('keys', 'revoke', idIn(revoked), '--account', own)
  await run(
    'keys',
    'create',
    'Expires',
    '--scopes',
    'execute_only',
    '--expires-in-days',
    '30',
    '--account',
    other,
  )
  await run('pause', '--account', other)
  return { otherKey: lastLine(created), revokedKey: lastLine(revoked) }
}

/** Stores one compact file, with the write-ahead log merged into it. */
async function storeSqlite(file: string, target: string): Promise<void> {
  const database = new DatabaseSync(file)
  try {
    database.exec('pragma wal_checkpoint(truncate); pragma journal_mode = delete; vacuum')
  } finally {
    database.close()
  }
  await copyFile(file, target)
  await chmod(target, 0o644)
}

async function storePostgres(url: string, target: string): Promise<void> {
  const text = await dumpPostgres(url)
  const copy = await createTestDatabase()
  try {
    await queryPostgres(copy.url, (query) => query(text))
    const differences = compareRows(await readPostgresRows(url), await readPostgresRows(copy.url))
    if (differences.length > 0) throw new Error(`The dump is not the database:\n${differences.join('\n')}`)
  } finally {
    await copy.drop()
  }
  await writeFile(target, text)
}

async function storeRecording(file: string, recording: Recording): Promise<void> {
  await writeFile(file, `${JSON.stringify(recording, null, 2)}\n`)
}

if (process.argv[1] === import.meta.filename) {
  const [checkout, folder = FIXTURES.folder] = process.argv.slice(2)
  if (checkout === undefined)
    throw new Error('Name the folder of the checkout whose release fills the databases.')
  await makeFixtures(resolve(checkout), resolve(folder))
}
