import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { openMasterKeyFile, parseMasterKeys, replaceMasterKeyFile } from './master-key.ts'

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-key-'))
  t.after(() => rm(folder, { recursive: true }))
  return folder
}

describe('the text of a master key', () => {
  it('may be base64, URL-safe base64 or hex', () => {
    const key = Buffer.concat([Buffer.from([0xfb, 0xff, 0xfe]), randomBytes(29)])
    for (const text of [
      key.toString('base64'),
      key.toString('base64url'),
      key.toString('hex'),
      ` ${key.toString('hex').toUpperCase()}\n`,
    ]) {
      assert.deepEqual(parseMasterKeys(text), { ok: true, keys: [key] })
    }
  })

  it('must be 32 bytes that are not all the same', () => {
    const wrong = [
      '',
      'password',
      randomBytes(16).toString('hex'),
      randomBytes(31).toString('base64'),
      randomBytes(33).toString('base64'),
      'g'.repeat(64),
      '0'.repeat(64),
      Buffer.alloc(32, 7).toString('base64'),
      `${'A'.repeat(42)}!=`,
    ]
    for (const text of wrong) assert.equal(parseMasterKeys(text).ok, false, text)
  })
})

describe('the text of several master keys', () => {
  it('has one a line, or commas between them', () => {
    const keys = [randomBytes(32), randomBytes(32), randomBytes(32)]
    const [a = '', b = '', c = ''] = keys.map((key) => key.toString('base64'))
    for (const text of [`${a}\n${b}\n${c}\n`, `${a},${b}, ${c}`, `\r\n${a}\r\n\r\n${b} ${c},`]) {
      assert.deepEqual(parseMasterKeys(text), { ok: true, keys })
    }
  })

  it('is refused when one of them is none', () => {
    const key = randomBytes(32).toString('base64')
    for (const text of [`${key},short`, `short,${key}`, ',', `${key}\n# old\n`]) {
      assert.equal(parseMasterKeys(text).ok, false, text)
    }
  })
})

describe('the master key file', () => {
  it('is made once, for its owner only, and read again', async (t) => {
    const folder = await makeFolder(t)
    const path = join(folder, 'master.key')
    const first = await openMasterKeyFile(path)
    assert.equal(first.created, true)
    assert.equal((await stat(path)).mode & 0o777, 0o600)
    assert.equal(await readFile(path, 'utf8'), `${first.keys[0].toString('base64')}\n`)
    assert.deepEqual(await openMasterKeyFile(path), { keys: first.keys, created: false })
    assert.deepEqual(await readdir(folder), ['master.key'])
  })

  it('is the same for all that start at once', async (t) => {
    const path = join(await makeFolder(t), 'master.key')
    const opened = await Promise.all(Array.from({ length: 8 }, () => openMasterKeyFile(path)))
    assert.equal(new Set(opened.map(({ keys }) => keys[0].toString('hex'))).size, 1)
    assert.equal(opened.filter(({ created }) => created).length, 1)
  })

  it('is replaced whole, for its owner only', async (t) => {
    const folder = await makeFolder(t)
    const path = join(folder, 'master.key')
    const { keys } = await openMasterKeyFile(path)
    const turned = [randomBytes(32), ...keys] as const
    await replaceMasterKeyFile(path, turned)
    assert.deepEqual(await openMasterKeyFile(path), { keys: turned, created: false })
    assert.equal((await stat(path)).mode & 0o777, 0o600)
    assert.deepEqual(await readdir(folder), ['master.key'])
  })

  it('that others can read is used, with a warning', async (t) => {
    const path = join(await makeFolder(t), 'master.key')
    await openMasterKeyFile(path)
    await chmod(path, 0o644)
    assert.match((await openMasterKeyFile(path)).warning ?? '', /chmod 600/)
  })

  it('that holds something else stops the start and is left as it is', async (t) => {
    const path = join(await makeFolder(t), 'master.key')
    for (const text of ['', 'not a key']) {
      await writeFile(path, text)
      await assert.rejects(openMasterKeyFile(path), /Restore it from your backup/)
      assert.equal(await readFile(path, 'utf8'), text)
    }
  })

  it('in a folder that does not exist is an error that names the place', async (t) => {
    const path = join(await makeFolder(t), 'missing', 'master.key')
    await assert.rejects(openMasterKeyFile(path), /missing/)
  })
})
