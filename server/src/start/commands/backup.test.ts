import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, lstat, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, describe, it } from 'node:test'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Client } from 'pg'
import { systemClock } from '#adapters/index.ts'
import type { AccountId } from '#domain/index.ts'
import { migratePostgres } from '#store/dialects/postgres/postgres-migrate.ts'
import { migrateSqlite } from '#store/dialects/sqlite/sqlite-migrate.ts'
import { MIGRATIONS } from '#store/migrations/all.ts'
import type { Migration } from '#store/migrations/migration.ts'
import { S3Server } from '#test/support/s3/s3-server.ts'
import { createAccountCommand } from './accounts.ts'
import { backup, restore } from './backup.ts'
import type { CommandCall } from './command.ts'
import { type Config, readConfig } from '../settings/config.ts'
import { type DataFolder, newDataFolder } from '../testing/data-folder.ts'
import { migrate, openSnapshot } from '../wiring/open-configured-store.ts'
import { type StoreAccess, withStore } from './with-store.ts'

type Database = 'SQLite' | 'PostgreSQL' | 'SQLite and S3' | 'PostgreSQL and S3'

const folders: DataFolder[] = []
const servers: S3Server[] = []

/** The commands run in this process. */
async function newInstallation(database: Database): Promise<{ config: Config; folder: string }> {
  const data = await newDataFolder(database.startsWith('SQLite') ? 'SQLite' : 'PostgreSQL')
  folders.push(data)
  const server = database.endsWith('S3') ? await S3Server.start() : undefined
  if (server !== undefined) servers.push(server)
  return { config: readConfig({}, { ...data.settings, ...server?.settings }), folder: data.folder }
}

async function run(
  command: (call: CommandCall) => Promise<void>,
  config: Config,
  arg: string,
): Promise<string> {
  const lines: string[] = []
  await command({ config, args: [arg], flags: {}, print: (line) => lines.push(line) })
  return lines.join('\n')
}

async function insertWorkflows({ store, ids }: StoreAccess, accountId: AccountId, names: readonly string[]) {
  await store.write(async (tx) => {
    for (const name of names) {
      const id = ids.next(1)
      await store.workflows.insert(tx, {
        id,
        accountId,
        name,
        description: 'quotes " and \\ and \u2028 and 😀\nlines',
        status: 'draft',
        nodes: [{ id: 'a', type: 'log', data: { message: 'null \u0000' } }],
        edges: [],
        variables: { list: [1, null, 'x'] },
        versionId: ids.next(1),
        revision: 1,
        createdAt: 1,
        updatedAt: 2,
        tags: ['a'],
        folder: '',
      })
    }
  })
}

async function insertFile({ store, fileStore, ids }: StoreAccess, accountId: AccountId, size: number) {
  const content = Buffer.alloc(size, 'content')
  const contentId = ids.next(1)
  await store.files.announceContent(contentId, Date.now() + 3_600_000)
  await fileStore.write(contentId, Readable.from([content]))
  const sha256 = createHash('sha256').update(content).digest('hex')
  const file = { id: ids.next(1), accountId, name: 'a.txt', mediaType: 'text/plain', size, sha256, contentId }
  await store.write((tx) =>
    store.files.insert(tx, { file: { ...file, createdAt: Date.now() }, maxAccountBytes: 1e9 }),
  )
}

async function fill(config: Config): Promise<AccountId> {
  await run(createAccountCommand, config, 'Account')
  return withStore(config, async (access) => {
    const [account] = await access.store.accounts.list()
    const id = account?.id ?? assert.fail('no account')
    await insertWorkflows(access, id, ['One', 'Two', 'Three'])
    for (const size of [0, 1_200_000]) await insertFile(access, id, size)
    return id
  })
}

/** The rows of every table but the pauses, in an order that does not depend on the database. */
async function rowsOf(config: Config): Promise<Record<string, readonly string[]>> {
  const snapshot = await openSnapshot(config)
  try {
    const found: Record<string, readonly string[]> = {}
    for (const { name, columns, rows } of snapshot.tables) {
      const order = columns.toSorted().map((column) => columns.indexOf(column))
      const lines: string[] = []
      for await (const batch of rows()) {
        for (const row of batch) lines.push(JSON.stringify(order.map((index) => row[index])))
      }
      if (name !== 'pauses') found[name] = lines.toSorted()
    }
    return Object.fromEntries(Object.entries(found).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  } finally {
    await snapshot.close()
  }
}

/** A database of an earlier version, with an account. */
async function makeOlder(config: Config, known: readonly Migration[]): Promise<void> {
  const account = `insert into accounts (id, name, plan, access_version, created_at)
    values ('019b0000-0000-7000-8000-000000000001', 'Old', 'free', 1, 1)`
  if (config.databaseUrl !== undefined) {
    await migratePostgres(config.databaseUrl, Date.now, known)
    await query(config, account)
    return
  }
  const file = join(config.dataFolder, 'millrace.db')
  migrateSqlite(file, Date.now, known)
  const database = new DatabaseSync(file)
  database.exec(account)
  database.close()
}

async function query({ databaseUrl }: Config, text: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

describe('A backup', () => {
  after(async () => {
    for (const folder of folders) await folder.destroy()
    for (const server of servers) await server.stop()
  })

  for (const [from, to] of [
    ['SQLite', 'SQLite'],
    ['SQLite', 'PostgreSQL'],
    ['PostgreSQL', 'SQLite'],
    ['PostgreSQL', 'PostgreSQL'],
    ['SQLite', 'PostgreSQL and S3'],
    ['PostgreSQL and S3', 'SQLite'],
    ['SQLite and S3', 'SQLite and S3'],
  ] as const) {
    it(`Everything on ${from} is restored on ${to}, paused, with secrets that the same key opens`, async () => {
      const source = await newInstallation(from)
      const target = await newInstallation(to)
      await fill(source.config)
      const file = join(source.folder, 'backup.gz')
      assert.match(await run(backup, source.config, file), /^\d+ rows of \d+ tables written to /)
      assert.equal((await stat(file)).mode & 0o777, 0o600)
      assert.match(await run(restore, target.config, file), /All triggers are paused/)
      assert.deepEqual(await rowsOf(target.config), await rowsOf(source.config))
      const contents = (await rowsOf(target.config))['file_chunks'] ?? []
      assert.equal(contents.length, 4)
      await copyFile(source.config.masterKeyFile, target.config.masterKeyFile)
      await withStore(target.config, async ({ store }) => {
        const [account] = await store.accounts.list()
        const pauses = await store.pauses.find(account?.id ?? assert.fail('no account'))
        assert.equal(pauses.installation?.by, 'Restored backup')
      })
      await assert.rejects(run(restore, target.config, file), /has data already/)
    })
  }

  for (const database of ['SQLite', 'PostgreSQL'] as const) {
    it(`A backup of ${database} while others write has every transaction whole or not at all`, async () => {
      const source = await newInstallation(database)
      const target = await newInstallation('SQLite')
      const account = await fill(source.config)
      const file = join(source.folder, 'backup.gz')
      await withStore(source.config, async (access) => {
        const state = { isDone: false }
        const taken = run(backup, source.config, file).finally(() => (state.isDone = true))
        let pairs = 0
        // At least once, and for as long as the backup takes.
        do {
          pairs += 1
          await insertWorkflows(access, account, [`Pair ${pairs} a`, `Pair ${pairs} b`])
        } while (!state.isDone)
        await taken
      })
      await run(restore, target.config, file)
      const names = (await rowsOf(target.config))['workflows'] ?? []
      const count = (suffix: string) => names.filter((row) => row.includes(`${suffix}"`)).length
      assert.equal(count(' a'), count(' b'))
      assert.equal((await rowsOf(target.config))['workflow_versions']?.length, names.length)
    })
  }

  for (const [from, to] of [
    ['SQLite', 'SQLite'],
    ['SQLite', 'PostgreSQL'],
    ['PostgreSQL', 'PostgreSQL'],
    ['PostgreSQL', 'SQLite'],
  ] as const) {
    it(`A backup of an older database on ${from}, which was not migrated yet, is restored on ${to} and migrated`, async () => {
      for (const count of [1, MIGRATIONS.findIndex(({ name }) => name === '0030-pauses')]) {
        const source = await newInstallation(from)
        const target = await newInstallation(to)
        await makeOlder(source.config, MIGRATIONS.slice(0, count))
        const file = join(source.folder, 'backup.gz')
        await run(backup, source.config, file)
        await run(restore, target.config, file)
        const snapshot = await openSnapshot(target.config)
        assert.equal(snapshot.migrations.length, MIGRATIONS.length)
        const paused: string[] = []
        for (const table of snapshot.tables.filter(({ name }) => name === 'pauses')) {
          for await (const batch of table.rows()) paused.push(...batch.flat().map(String))
        }
        assert.ok(paused.includes('Restored backup'), paused.join())
        await snapshot.close()
        assert.equal((await rowsOf(target.config))['accounts']?.length, 1)
        const left = (await readdir(target.folder)).filter((name) => name.startsWith('millrace.db.'))
        assert.deepEqual(left, [])
      }
    })
  }

  for (const database of ['SQLite', 'PostgreSQL'] as const) {
    it(`A backup of nothing on ${database} is refused, and does not replace an earlier file`, async () => {
      const { config, folder } = await newInstallation(database)
      const file = join(folder, 'backup.gz')
      await writeFile(file, 'an earlier backup')
      const before = await readdir(folder)
      await assert.rejects(run(backup, config, file), /^(?:Usage)?Error: There is no installation in /)
      assert.deepEqual(await readdir(folder), before)
      await migrate(config, systemClock)
      await assert.rejects(run(backup, config, file), /has no account, so there is nothing to back up/)
      assert.equal(await readFile(file, 'utf8'), 'an earlier backup')
    })
  }

  for (const database of ['SQLite', 'PostgreSQL and S3'] as const) {
    it(`A backup of ${database} that lacks contents of files names them, fails, and leaves an earlier file as it is`, async () => {
      const { config, folder } = await newInstallation(database)
      const target = await newInstallation('SQLite')
      await fill(config)
      const contents = await withStore(config, async ({ fileStore }) => {
        const snapshot = await openSnapshot(config)
        const table = snapshot.tables.find(({ name }) => name === 'file_contents') ?? assert.fail('no table')
        const [id, size] = [table.columns.indexOf('id'), table.columns.indexOf('size')]
        const keys: string[] = []
        for await (const batch of table.rows()) {
          for (const row of batch) if (Number(row[size]) > 0) keys.push(String(row[id]))
        }
        await snapshot.close()
        await fileStore.remove(keys)
        return keys
      })
      assert.equal(contents.length, 1)
      const file = join(folder, 'backup.gz')
      await writeFile(file, 'an earlier backup')
      await assert.rejects(run(backup, config, file), ({ message }: Error) => {
        assert.match(message, /^The backup is incomplete: the file storage lacks the contents of 1 file,/)
        assert.match(message, /^ {2}a\.txt \(file [0-9a-f-]{36} of account [0-9a-f-]{36}\)$/m)
        return true
      })
      assert.equal(await readFile(file, 'utf8'), 'an earlier backup')
      await run(restore, target.config, `${file}.incomplete`)
      assert.equal((await rowsOf(target.config))['workflows']?.length, 3)
    })
  }

  it('Backups to the same file at the same time do not disturb each other, and a link is followed', async () => {
    const source = await newInstallation('SQLite')
    const target = await newInstallation('SQLite')
    await fill(source.config)
    const file = join(source.folder, 'backup.gz')
    const link = join(source.folder, 'latest.gz')
    await writeFile(file, '')
    await symlink(file, link)
    await Promise.all([run(backup, source.config, file), run(backup, source.config, link)])
    assert.equal((await lstat(link)).isSymbolicLink(), true)
    await run(restore, target.config, file)
    const left = (await readdir(source.folder)).filter((name) => name.includes('gz'))
    assert.deepEqual(left.toSorted(), ['backup.gz', 'latest.gz'])
  })

  it('A target that is no regular file is refused and stays as it is', async () => {
    const { config, folder } = await newInstallation('SQLite')
    await fill(config)
    const [pipe, link] = [join(folder, 'pipe'), join(folder, 'link')]
    await symlink(join(folder, 'absent'), link)
    const refused: [string, RegExp][] = [
      [folder, /is not a regular file/],
      [link, /is a link to a file that does not exist/],
      [join(folder, 'absent', 'backup.gz'), /The folder .* does not exist/],
    ]
    if (process.platform !== 'win32') {
      execFileSync('mkfifo', [pipe])
      refused.push([pipe, /is not a regular file/])
    }
    const before = await readdir(folder)
    for (const [file, expected] of refused) await assert.rejects(run(backup, config, file), expected)
    assert.deepEqual(await readdir(folder), before)
  })

  it('Tables of other programs in the database are not in a backup, and a restore leaves them alone', async () => {
    const source = await newInstallation('PostgreSQL')
    const target = await newInstallation('PostgreSQL')
    await fill(source.config)
    const foreign = `
      create table "Other Program" (id integer primary key, parent integer references "Other Program");
      create table notes (account uuid, text text);
      insert into notes values (null, 'of another program');`
    for (const { config } of [source, target]) await query(config, foreign)
    const file = join(source.folder, 'backup.gz')
    await run(backup, source.config, file)
    assert.doesNotMatch(gunzipSync(await readFile(file)).toString(), /of another program|Other Program/)
    await run(restore, target.config, file)
    assert.deepEqual(await query(target.config, 'select text from notes'), [{ text: 'of another program' }])
    assert.equal((await rowsOf(target.config))['workflows']?.length, 3)
  })

  it('A database of a newer version is not backed up, because it may have more tables', async () => {
    const { config, folder } = await newInstallation('SQLite')
    await fill(config)
    const database = new DatabaseSync(join(folder, 'millrace.db'))
    database.exec("insert into schema_migrations (name, checksum, applied_at) values ('9001-new', '', 0)")
    database.close()
    await assert.rejects(run(backup, config, join(folder, 'backup.gz')), /migration 9001-new is unknown here/)
  })

  for (const database of ['SQLite', 'PostgreSQL', 'PostgreSQL and S3'] as const) {
    it(`A restore on ${database} that fails in the middle ends with its error, and can be repeated`, async () => {
      const source = await newInstallation('SQLite')
      const target = await newInstallation(database)
      await fill(source.config)
      const file = join(source.folder, 'backup.gz')
      await run(backup, source.config, file)
      const lines = gunzipSync(await readFile(file))
        .toString()
        .trimEnd()
        .split('\n')
      const end = JSON.parse(lines.pop() ?? '') as object
      const text = `${lines.join('\n')}\n`.replace(
        '"name":"workflows","columns":["id"',
        '"name":"workflows","columns":["no"',
      )
      const sha256 = createHash('sha256').update(text).digest('hex')
      const broken = join(source.folder, 'broken.gz')
      await writeFile(broken, gzipSync(`${text}${JSON.stringify({ ...end, sha256 })}\n`))
      await assert.rejects(run(restore, target.config, broken), /no column named no|column "no"/)
      await run(restore, target.config, file)
      assert.equal((await rowsOf(target.config))['workflows']?.length, 3)
    })
  }

  it('A damaged, incomplete or foreign file is refused before anything is written', async () => {
    const source = await newInstallation('SQLite')
    const target = await newInstallation('SQLite')
    await fill(source.config)
    const file = join(source.folder, 'backup.gz')
    await run(backup, source.config, file)
    const text = gunzipSync(await readFile(file)).toString()
    const lines = text.trimEnd().split('\n')
    const bad: readonly (readonly [string, Buffer, RegExp])[] = [
      ['changed', gzipSync(text.replace('"Two"', '"Too"')), /checksum differs/],
      ['cut', gzipSync(`${lines.slice(0, -1).join('\n')}\n`), /incomplete/],
      ['torn', (await readFile(file)).subarray(0, 400), /decompressed|incomplete/],
      ['plain', Buffer.from('hello'), /decompressed/],
      ['other', gzipSync('{"a":1}\n'), /does not know/],
      ['newer', gzipSync(text.replace('"migrations":["0001', '"migrations":["9001')), /checksum differs/],
    ]
    for (const [name, content, expected] of bad) {
      const path = join(source.folder, name)
      await writeFile(path, content)
      await assert.rejects(run(restore, target.config, path), expected, name)
    }
    await assert.rejects(run(restore, target.config, join(source.folder, 'absent')), /does not exist/)
    assert.deepEqual(
      (await readdir(target.folder)).filter((name) => name.startsWith('millrace.db')),
      [],
    )
    // The installation is still empty, and the good file is restored.
    await run(restore, target.config, file)
  })
})
