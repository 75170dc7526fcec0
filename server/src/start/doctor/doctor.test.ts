import assert from 'node:assert/strict'
import { chmod, cp, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { makeMasterKey, systemClock } from '#adapters/index.ts'
import { runCommandLine } from '../cli/command-line.ts'
import { createAccountCommand } from '../commands/accounts.ts'
import { doctor } from '../commands/doctor.ts'
import { S3Server } from '#test/support/s3/s3-server.ts'
import { readConfig } from '../settings/config.ts'

/** An address at which nothing listens. */
const CLOSED = '127.0.0.1:1'

interface Planted {
  /** Changes the copy of a sound installation. */
  readonly plant?: (folder: string) => Promise<void>
  readonly environment?: Readonly<Record<string, string>>
  readonly expected: RegExp
}

describe('The doctor', () => {
  let root: string
  let sound: string
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'millrace-doctor-'))
    sound = join(root, 'sound')
    const config = readConfig({}, { MILLRACE_DATA: sound })
    await createAccountCommand({ config, args: ['Account'], flags: {}, print: () => undefined })
  })
  after(() => rm(root, { recursive: true, force: true }))

  /** Examines an installation; returns what was printed and how it ended. */
  async function examine(folder: string, environment: Readonly<Record<string, string>>) {
    const settings = { MILLRACE_DATA: folder, PORT: '0', MILLRACE_DISK_FLOOR_MB: '0', ...environment }
    const lines: string[] = []
    const call = {
      config: readConfig({}, settings),
      args: [],
      flags: {},
      print: (line: string) => lines.push(line),
    }
    const end = await doctor(call, settings).then(
      () => 'sound',
      (error: unknown) => (error as Error).message,
    )
    return { lines, faults: lines.filter((line) => line.startsWith('fault')), end }
  }

  const change = async (folder: string, ...statements: readonly string[]) => {
    const database = new DatabaseSync(join(folder, 'millrace.db'))
    for (const statement of statements) database.exec(statement)
    database.close()
  }

  it('A sound installation has no fault', async () => {
    const { lines, end } = await examine(sound, {})
    assert.equal(end, 'sound', lines.join('\n'))
    assert.deepEqual(
      lines.map((line) => line.split(/\s+/).slice(0, 2).join(' ')),
      [
        'ok settings',
        'ok data',
        'ok disk',
        'ok database',
        'ok master',
        'ok version',
        'ok clock',
        'ok files',
        'note reachability:',
      ],
    )
  })

  const later = systemClock.now() + 3_600_000
  const faults: Readonly<Record<string, Planted>> = {
    'an unknown setting': {
      environment: { MILLRACE_PUBLIC_ULR: 'x' },
      expected: /settings: MILLRACE_PUBLIC_ULR is not a setting\. Did you mean MILLRACE_PUBLIC_URL\? Correct/,
    },
    'a data folder that is missing': {
      plant: (folder) => rm(folder, { recursive: true }),
      expected: /data folder: .* does not exist\. Correct MILLRACE_DATA/,
    },
    'a damaged database': {
      plant: async (folder) => {
        const file = await open(join(folder, 'millrace.db'), 'r+')
        await file.write(Buffer.alloc(16_384, 'damage'), 0, 16_384, 8_192)
        await file.close()
      },
      expected: /database: The database is damaged: .* restore a backup/,
    },
    'a database server that does not answer': {
      environment: { DATABASE_URL: `postgres://nobody@${CLOSED}/none` },
      expected: /database: The database cannot be read: .*ECONNREFUSED.* Check DATABASE_URL/,
    },
    'a missing master key': {
      plant: (folder) => rm(join(folder, 'master.key')),
      expected: /master key: The master key file .* is missing.*Restore the file/,
    },
    'another master key': {
      plant: (folder) => writeFile(join(folder, 'master.key'), makeMasterKey().toString('base64')),
      expected: /master key: .* holds another master key.*Restore the right key/,
    },
    'a master key that others can read': {
      plant: (folder) => chmod(join(folder, 'master.key'), 0o644),
      expected: /master key: Other users of this machine can read .* Run: chmod 600/,
    },
    'too little disk space': {
      environment: { MILLRACE_DISK_FLOOR_MB: '1000000' },
      expected: /disk: \d+ MiB are free .* Free some disk space/,
    },
    'a database of a newer version': {
      plant: (folder) => change(folder, "insert into schema_migrations values ('9999-later', 'x', 1)"),
      expected: /version: The database was migrated by a newer version \(migration 9999-later/,
    },
    'a database that was not migrated': {
      plant: (folder) => change(folder, "delete from schema_migrations where name = '0030-pauses'"),
      expected:
        /version: The database lacks 1 migration of this version\. Start the service, or run `migrate`/,
    },
    'a process of another version': {
      plant: (folder) =>
        change(
          folder,
          `insert into heartbeats (owner, seen_at) values ('p', ${systemClock.now()})`,
          "insert into processes (id, role, host, version, started_at) values ('p', 'all', 'h', '0.0.1', 1)",
        ),
      expected: /version: A process of version 0\.0\.1 runs on this database.* Start the same version/,
    },
    'a clock that is behind': {
      plant: (folder) => change(folder, `insert into heartbeats (owner, seen_at) values ('p', ${later})`),
      expected: /clock: The clock is \d+ s behind .* Synchronize the clocks/,
    },
    'an address at which nothing answers': {
      environment: { MILLRACE_PUBLIC_URL: `http://${CLOSED}` },
      expected: /reachability: The service cannot be reached at .* Check MILLRACE_PUBLIC_URL/,
    },
  }

  for (const [what, { plant, environment = {}, expected }] of Object.entries(faults)) {
    it(`Finds ${what}, and nothing else`, async () => {
      const folder = join(root, what.replaceAll(' ', '-'))
      await cp(sound, folder, { recursive: true })
      await plant?.(folder)
      const { faults: found, end } = await examine(folder, environment)
      assert.equal(found.length, 1, found.join('\n'))
      assert.match(found[0] ?? '', expected)
      assert.equal(end, '1 fault was found.')
    })
  }

  it('Reports no missing data folder where the database is PostgreSQL and the master key is a setting', async () => {
    const { faults: found } = await examine(join(root, 'unneeded'), {
      DATABASE_URL: `postgres://nobody@${CLOSED}/none`,
      MILLRACE_MASTER_KEY: makeMasterKey().toString('base64'),
    })
    assert.deepEqual(
      found.map((line) => /^fault\s+([^:]+):/.exec(line)?.[1]),
      ['database'],
    )
  })

  it('Finds a bucket that cannot be used and one that lacks the contents of files', async (t) => {
    const server = await S3Server.start()
    t.after(() => server.stop())
    assert.equal((await examine(sound, server.settings)).end, 'sound')
    const wrong = await examine(sound, { ...server.settings, MILLRACE_S3_SECRET_ACCESS_KEY: 'x' })
    assert.equal(wrong.faults.length, 1)
    assert.match(
      wrong.faults[0] ?? '',
      /files: The file storage rejected the signature.* Check MILLRACE_FILES/,
    )
    const folder = join(root, 'moved')
    await cp(sound, folder, { recursive: true })
    const content = '01937b5e-8f3a-7c41-9a52-3d1f0c7be2aa'
    await change(folder, `insert into file_contents (id, sha256, size) values ('${content}', 'x', 3)`)
    for (const settings of [server.settings, {}]) {
      const { faults: found } = await examine(folder, settings)
      assert.equal(found.length, 1, found.join('\n'))
      assert.match(found[0] ?? '', /files: The file storage lacks contents of files: 1 of 1 .* `backup`/)
    }
    assert.equal(server.objects.size, 0)
  })

  it('Finds another program at the address of the service', async () => {
    const other = createServer((_, response) => response.end('hello'))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    try {
      const { port } = other.address() as AddressInfo
      const { faults: found } = await examine(sound, { PORT: String(port) })
      assert.equal(found.length, 1)
      assert.match(found[0] ?? '', /Another program than Millrace answers at .* Check HOST and PORT/)
    } finally {
      other.closeAllConnections()
      await new Promise((resolve) => other.close(resolve))
    }
  })

  it('An invalid setting is named like any other fault, with its exit code', async (t) => {
    const written = t.mock.method(process.stderr, 'write', () => true)
    assert.equal(await runCommandLine(['doctor', '--port', 'x']), 2)
    const [text] = written.mock.calls[0]?.arguments ?? []
    assert.match(String(text), /^PORT \(--port\): must be a whole number/)
  })
})
