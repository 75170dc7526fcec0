import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { lockFolder } from './folder-lock.ts'

const holder = `
  import { lockFolder } from ${JSON.stringify(import.meta.resolve('./folder-lock.ts'))}
  lockFolder(process.argv[1])
  console.log('locked')
  process.stdin.resume()
`

describe('folder lock', () => {
  let folder: string
  let child: ChildProcess | undefined
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'millrace-lock-'))
  })
  afterEach(async () => {
    if (child !== undefined && child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    child = undefined
    rmSync(folder, { recursive: true })
  })

  it('a folder lock is refused to a second process with an explanation, and is free after kill -9', async () => {
    child = await startHolder(folder)
    assert.throws(() => lockFolder(folder), {
      message: `Another Millrace is running on ${folder}. Stop it first, or give this one a folder of its own with MILLRACE_DATA.`,
    })
    child.kill('SIGKILL')
    await once(child, 'exit')
    lockFolder(folder)()
  })

  it('a folder lock is refused to the same process as well, and is free after release', () => {
    const release = lockFolder(folder)
    assert.throws(() => lockFolder(folder), /Another Millrace is running/)
    release()
    lockFolder(folder)()
  })

  it('locking a missing folder reports that the file cannot be opened', () => {
    assert.throws(() => lockFolder(join(folder, 'missing')), /unable to open database file/)
  })

  it('locking reports a lock file that is not a database', () => {
    writeFileSync(join(folder, 'millrace.lock'), 'not a database, but long enough to be mistaken for one')
    assert.throws(
      () => lockFolder(folder),
      /lock file .*millrace\.lock cannot be used: file is not a database/,
    )
  })
})

async function startHolder(folder: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', holder, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '', NODE_TEST_CONTEXT: '' },
  })
  const [text] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
  assert.equal(text.trim(), 'locked')
  return child
}
