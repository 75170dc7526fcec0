import { describeUsage } from '../commands/command.ts'
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { SETTINGS } from '../settings/settings-table.ts'
import { type DataFolder, newDataFolder } from '../testing/data-folder.ts'
import { runProgram } from '../testing/program.ts'
import { COMMANDS } from './command-table.ts'

describe('The command line', () => {
  let dataFolder: DataFolder
  before(async () => {
    dataFolder = await newDataFolder()
  })
  after(() => dataFolder.destroy())

  const run = (...words: string[]) => runProgram(words, dataFolder.settings)

  it('lists every command and every setting on --help', async () => {
    const { code, stdout, stderr } = await run('--help')
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
    for (const command of COMMANDS) {
      const entry = `  ${describeUsage(command)}\n      ${command.summary}\n`
      assert.ok(stdout.includes(entry), command.name)
    }
    for (const { env, flag, help } of Object.values(SETTINGS)) {
      assert.ok(stdout.includes(`  --${flag}, ${env}`), env)
      assert.ok(stdout.includes(`      ${help}\n`), env)
    }
  })

  it('describes one command, its flags and the settings it reads on <command> --help', async () => {
    const { code, stdout } = await run('users', 'create', '--help')
    assert.equal(code, 0)
    assert.match(
      stdout,
      /^Usage: npm run millrace -- users create <email> \[--name NAME\] \[--role owner\|editor\|viewer\] \[--account ID\]\n\nCreate a user\./,
    )
    assert.match(stdout, /\n {2}--role owner\|editor\|viewer\n {6}What the user may do\./)
    assert.match(stdout, /\n {2}--data, MILLRACE_DATA \[\.\/data\]\n/)
    assert.doesNotMatch(stdout, /--port|keys create/)
  })

  it('refuses a flag of another command with exit code 2, before it touches the database', async () => {
    const { code, stdout, stderr } = await run('migrate', '--role', 'owner')
    assert.deepEqual([code, stdout], [2, ''])
    assert.match(stderr, /^"migrate" does not take the flag --role, which belongs to "users create"\.\n/)
    assert.equal(existsSync(join(dataFolder.folder, 'millrace.db')), false)
  })

  it('suggests the nearest command or flag', async () => {
    const command = await run('key', 'crate')
    assert.equal(command.code, 2)
    assert.match(command.stderr, /^Unknown command "key crate"\. Did you mean "keys create"\?/)
    const flag = await run('serve', '--prot', '1')
    assert.equal(flag.code, 2)
    assert.match(flag.stderr, /^Unknown flag --prot for "serve"\. Did you mean --port\?\n/)
  })

  it('migrates the database and prints what it applied', async () => {
    assert.match((await run('migrate')).stdout, /^Applied: 0001-foundation/)
    const again = await run('migrate')
    assert.deepEqual([again.code, again.stdout], [0, 'The database is up to date.\n'])
  })

  it('takes settings as flags, which override the environment', async () => {
    const { code, stdout } = await runProgram(['migrate', '--data', dataFolder.folder], {
      MILLRACE_DATA: '/proc/nowhere',
    })
    assert.deepEqual([code, stdout], [0, 'The database is up to date.\n'])
  })

  it('explains a database that cannot be reached in one line', async () => {
    const { code, stderr } = await runProgram(['migrate'], {
      ...dataFolder.settings,
      DATABASE_URL: 'postgres://user@127.0.0.1:1/missing',
    })
    assert.equal(code, 1)
    assert.match(stderr, /ECONNREFUSED/)
    assert.equal(stderr.trim().split('\n').length, 1)
  })
})
