import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { openMasterKeyFile, parseMasterKeys, replaceMasterKeyFile, requireReplaceable } from './master-key.ts'

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-key-'))
  t.after(() => rm(folder, { recursive: true }))
  return folder
}

describe('master key text', () => {
  it('A master key can be base64, URL-safe base64 or hex', () => {
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

  it('A master key must be 32 bytes that are not all equal', () => {
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

describe('text of several master keys', () => {
  it('Several master keys are separated by lines or commas', () => {
    const keys = [randomBytes(32), randomBytes(32), randomBytes(32)]
    const [a = '', b = '', c = ''] = keys.map((key) => key.toString('base64'))
    for (const text of [`${a}\n${b}\n${c}\n`, `${a},${b}, ${c}`, `\r\n${a}\r\n\r\n${b} ${c},`]) {
      assert.deepEqual(parseMasterKeys(text), { ok: true, keys })
    }
  })

  it('A list with one invalid master key is refused', () => {
    const key = randomBytes(32).toString('base64')
    for (const text of [`${key},short`, `short,${key}`, ',', `${key}\n# old\n`]) {
      assert.equal(parseMasterKeys(text).ok, false, text)
    }
  })
})

describe('master key file', () => {
  it('The master key file is created once, readable only by its owner, and read again', async (t) => {
    const folder = await makeFolder(t)
    const path = join(folder, 'master.key')
    const first = await openMasterKeyFile(path)
    assert.equal(first.created, true)
    assert.equal((await stat(path)).mode & 0o777, 0o600)
    assert.equal(await readFile(path, 'utf8'), `${first.keys[0].toString('base64')}\n`)
    assert.deepEqual(await openMasterKeyFile(path), { keys: first.keys, created: false })
    assert.deepEqual(await readdir(folder), ['master.key'])
  })

  it('Processes that start concurrently use the same master key', async (t) => {
    const path = join(await makeFolder(t), 'master.key')
    const opened = await Promise.all(Array.from({ length: 8 }, () => openMasterKeyFile(path)))
    assert.equal(new Set(opened.map(({ keys }) => keys[0].toString('hex'))).size, 1)
    assert.equal(opened.filter(({ created }) => created).length, 1)
  })

  it('The master key file is replaced atomically and stays readable only by its owner', async (t) => {
    const folder = await makeFolder(t)
    const path = join(folder, 'master.key')
    const { keys } = await openMasterKeyFile(path)
    const turned = [randomBytes(32), ...keys] as const
    await replaceMasterKeyFile(path, turned)
    assert.deepEqual(await openMasterKeyFile(path), { keys: turned, created: false })
    assert.equal((await stat(path)).mode & 0o777, 0o600)
    assert.deepEqual(await readdir(folder), ['master.key'])
  })

  it('A replaced master key file keeps its permissions, and a link to it stays a link', async (t) => {
    const folder = await makeFolder(t)
    const path = join(folder, 'real', 'master.key')
    await mkdir(join(folder, 'real'))
    const { keys } = await openMasterKeyFile(path)
    await chmod(path, 0o640)
    const link = join(folder, 'master.key')
    await symlink(path, link)
    await replaceMasterKeyFile(link, [randomBytes(32), ...keys])
    assert.equal((await stat(path)).mode & 0o777, 0o640)
    assert.equal((await lstat(link)).isSymbolicLink(), true)
    assert.equal((await openMasterKeyFile(path)).keys.length, 2)
  })

  it(
    'A master key file that root replaces keeps its owner and group',
    { skip: process.geteuid?.() !== 0 && 'only root can give files to others' },
    async (t) => {
      const path = join(await makeFolder(t), 'master.key')
      const { keys } = await openMasterKeyFile(path)
      await chown(path, 1234, 5678)
      await replaceMasterKeyFile(path, [randomBytes(32), ...keys])
      const { uid, gid, mode } = await stat(path)
      assert.deepEqual({ uid, gid, mode: mode & 0o777 }, { uid: 1234, gid: 5678, mode: 0o600 })
    },
  )

  it(
    'Only its owner and root may replace the master key file',
    { skip: process.platform === 'win32' && 'Windows has no numbered users' },
    async (t) => {
      const path = join(await makeFolder(t), 'master.key')
      await openMasterKeyFile(path)
      const { uid } = await stat(path)
      for (const user of [uid, 0, undefined]) await requireReplaceable(path, user)
      await assert.rejects(requireReplaceable(path, uid + 1), /Nothing was changed\. Run the command as user/)
      await requireReplaceable(`${path}.missing`, uid + 1)
    },
  )

  it('A master key file that other users can read is used with a warning', async (t) => {
    const path = join(await makeFolder(t), 'master.key')
    await openMasterKeyFile(path)
    await chmod(path, 0o644)
    assert.match((await openMasterKeyFile(path)).warning ?? '', /chmod 600/)
  })

  it('An invalid master key file prevents the start and is left unchanged', async (t) => {
    const path = join(await makeFolder(t), 'master.key')
    for (const text of ['', 'not a key']) {
      await writeFile(path, text)
      await assert.rejects(openMasterKeyFile(path), /Restore it from your backup/)
      assert.equal(await readFile(path, 'utf8'), text)
    }
  })

  it('A missing folder is an error that names the file and says what it needs', async (t) => {
    const path = join(await makeFolder(t), 'missing', 'master.key')
    await assert.rejects(openMasterKeyFile(path), ({ message }: Error) => {
      assert.ok(message.startsWith(`The master key file ${path} cannot be created: `), message)
      assert.match(message, /Its folder must exist/)
      return true
    })
  })
})
