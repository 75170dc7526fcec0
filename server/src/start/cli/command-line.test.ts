import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { SETTINGS } from '../settings/settings-table.ts'
import { type DataFolder, newDataFolder } from '../testing/data-folder.ts'
import { runProgram } from '../testing/program.ts'
import { COMMANDS } from './command-line.ts'

describe('the command line', () => {
  let place: DataFolder
  before(async () => {
    place = await newDataFolder()
  })
  after(() => place.destroy())

  const run = (...words: string[]) => runProgram(words, place.settings)

  it('lists every command and every setting on --help', async () => {
    const { code, stdout, stderr } = await run('--help')
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
    for (const { usage, summary } of COMMANDS)
      assert.ok(stdout.includes(`  ${usage}\n      ${summary}\n`), usage)
    for (const { env, flag, help } of Object.values(SETTINGS)) {
      assert.ok(stdout.includes(`  --${flag}, ${env}`), env)
      assert.ok(stdout.includes(`      ${help}\n`), env)
    }
    assert.equal((await run('help')).stdout, stdout)
    assert.equal((await run('keys', 'create', '-h')).stdout, stdout)
  })

  it('names the nearest command for one that does not exist', async () => {
    const { code, stderr } = await run('key', 'crate')
    assert.equal(code, 2)
    assert.equal(
      stderr,
      'There is no command "key crate". Did you mean "keys create"? Run with --help to see all.\n',
    )
  })

  it('refuses an option that does not exist, and one without its value', async () => {
    for (const words of [
      ['serve', '--prot', '1'],
      ['serve', '--port'],
    ]) {
      const { code, stderr } = await run(...words)
      assert.equal(code, 2)
      assert.match(stderr, /--prot|--port/)
      assert.match(stderr, /Run with --help to see what there is\.\n$/)
    }
  })

  it('migrates, and says so', async () => {
    assert.match((await run('migrate')).stdout, /^Applied: 0001-foundation/)
    const again = await run('migrate')
    assert.deepEqual([again.code, again.stdout], [0, 'The database is up to date.\n'])
  })

  it('takes settings as options, which win over the environment', async () => {
    const { code, stdout } = await runProgram(['migrate', '--data', place.folder], {
      MILLRACE_DATA: '/proc/nowhere',
    })
    assert.deepEqual([code, stdout], [0, 'The database is up to date.\n'])
  })

  it('says what is wrong with the database in a sentence', async () => {
    const { code, stderr } = await runProgram(['migrate'], {
      ...place.settings,
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
    })
    assert.equal(code, 1)
    assert.match(stderr, /ECONNREFUSED/)
    assert.equal(stderr.trim().split('\n').length, 1)
  })
})
