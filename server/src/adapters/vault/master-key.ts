import { randomBytes } from 'node:crypto'
import { type FileHandle, link, open, readFile, realpath, rename, rm, stat, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'

const keyBytes = 32

type MasterKeyResult =
  | { readonly ok: true; readonly key: Buffer }
  | { readonly ok: false; readonly problem: string }

/** The current key, which seals, comes first. The others only open older values. */
export type MasterKeys = readonly [Buffer, ...Buffer[]]

export type MasterKeysResult =
  | { readonly ok: true; readonly keys: MasterKeys }
  | { readonly ok: false; readonly problem: string }

export interface MasterKeyFile {
  readonly keys: MasterKeys
  readonly created: boolean
  /** A problem that the operator should fix, although the service can run. */
  readonly warning?: string
}

/** Parses master keys, one per line or separated by commas. */
export function parseMasterKeys(text: string): MasterKeysResult {
  const [first = '', ...others] = text.split(/[\s,]+/).filter((part) => part !== '')
  const current = parseMasterKey(first)
  if (!current.ok) return current
  const keys: [Buffer, ...Buffer[]] = [current.key]
  for (const other of others) {
    const parsed = parseMasterKey(other)
    if (!parsed.ok) return parsed
    keys.push(parsed.key)
  }
  return { ok: true, keys }
}

/** 32 bytes as base64 (with or without padding, also URL-safe) or as 64 hex digits. */
function parseMasterKey(trimmed: string): MasterKeyResult {
  const key = /^[0-9a-f]{64}$/i.test(trimmed)
    ? Buffer.from(trimmed, 'hex')
    : /^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed)
      ? Buffer.from(trimmed, 'base64')
      : undefined
  if (key?.length !== keyBytes) {
    return {
      ok: false,
      problem: 'must be 32 random bytes as base64 or hex, such as `openssl rand -base64 32` prints',
    }
  }
  if (key.every((byte) => byte === key[0])) {
    return { ok: false, problem: 'must be random: all its bytes are the same' }
  }
  return { ok: true, key }
}

/**
 * Reads the key from its file, or creates both on the first start.
 *
 * The file is created atomically: it is written to a temporary file, flushed to disk and linked. The link fails if another
 * process was faster, and that process's key is used. If a key were used and then lost, every stored secret would become
 * unreadable.
 *
 * @param mayCreate false if the database has secrets already: a new key could not open them
 */
export async function openMasterKeyFile(path: string, mayCreate = true): Promise<MasterKeyFile> {
  const existing = await readKeyFile(path)
  if (existing !== null) return existing
  if (!mayCreate) {
    throw new Error(
      `The master key file ${path} is missing, but the database already has secrets, which only that key can open. Restore it from your backup, or set MILLRACE_MASTER_KEY. A new key is created only for an empty database.`,
    )
  }

  const keys: MasterKeys = [makeMasterKey()]
  const temporary = await writeTemporaryFile(path, keys).catch((error: unknown) => {
    throw new Error(
      `The master key file ${path} cannot be created: ${(error as Error).message}. Its folder must exist, and the user that runs the service must be able to write to it.`,
      { cause: error },
    )
  })
  const won = await linkToPath(temporary, path)
  await syncDirectory(dirname(path))
  if (won) return { keys, created: true }

  const winner = await readKeyFile(path)
  if (winner === null) throw new Error(`The master key file ${path} was deleted while it was being read.`)
  return winner
}

export function makeMasterKey(): Buffer {
  return randomBytes(keyBytes)
}

/**
 * Atomically replaces the keys in the file, which keeps its owner, group and permissions: the service that reads it may run
 * as another user. If they cannot be kept, nothing is changed.
 */
export async function replaceMasterKeyFile(path: string, keys: MasterKeys): Promise<void> {
  await requireReplaceable(path)
  // A link stays a link.
  const real = await realpath(path)
  const { uid, gid, mode } = await stat(real)
  const temporary = await writeTemporaryFile(real, keys, async (file) => {
    if (process.platform === 'win32') return
    const created = await file.stat()
    if (created.uid !== uid || created.gid !== gid) {
      await file.chown(uid, gid).catch((error: unknown) => {
        throw new Error(
          `The master key file ${path} belongs to group ${gid}, which this command cannot give to the new file: ${(error as Error).message}. The file was not changed. Run the command as root.`,
          { cause: error },
        )
      })
    }
    await file.chmod(mode & 0o777)
  })
  await rename(temporary, real)
  await syncDirectory(dirname(real))
}

/**
 * Throws if this user cannot give a new file the owner of the key file. Ask before a change that ends with the replacement.
 *
 * @param user the effective user; undefined on systems without numbered users
 */
export async function requireReplaceable(path: string, user = process.geteuid?.()): Promise<void> {
  if (user === undefined || user === 0) return
  const found = await stat(path).catch((error: unknown) => {
    // Whoever opens it says so better.
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  })
  if (found === undefined || found.uid === user) return
  throw new Error(
    `The master key file ${path} belongs to user ${found.uid}, and this command runs as user ${user}. The new file would belong to user ${user}, and the service might not be able to read it. Nothing was changed. Run the command as user ${found.uid} or as root.`,
  )
}

/** @param prepare sets the permissions before anything secret is in the file */
async function writeTemporaryFile(
  path: string,
  keys: MasterKeys,
  prepare: (file: FileHandle) => Promise<void> = async () => undefined,
): Promise<string> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.new`
  const text = keys.map((key) => `${key.toString('base64')}\n`).join('')
  try {
    await writeDurably(temporary, text, prepare)
  } catch (error) {
    // Part of a key is of no use, and would be found by whoever looks for keys.
    await rm(temporary, { force: true })
    throw error
  }
  return temporary
}

async function readKeyFile(path: string): Promise<MasterKeyFile | null> {
  let text
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw new Error(`The master key file ${path} cannot be read: ${(error as Error).message}`, {
      cause: error,
    })
  }
  const parsed = parseMasterKeys(text)
  if (!parsed.ok) {
    throw new Error(
      `The master key file ${path} ${parsed.problem}. Restore it from your backup: stored secrets cannot be read without the right key.`,
    )
  }
  const { mode } = await stat(path)
  // Windows has no permission bits and reports all of them as set.
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    const warning = `Other users of this machine can read the master key file ${path}. Run: chmod 600 ${path}`
    return { keys: parsed.keys, created: false, warning }
  }
  return { keys: parsed.keys, created: false }
}

async function writeDurably(
  path: string,
  text: string,
  prepare: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await prepare(file)
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** True if the temporary file became the key file, false if a key file already existed. */
async function linkToPath(temporary: string, path: string): Promise<boolean> {
  try {
    await link(temporary, path)
  } catch (error) {
    if (hasCode(error, 'EEXIST')) {
      await unlink(temporary)
      return false
    }
    // File systems without hard links: a rename is atomic too, but does not detect a concurrent process.
    await rename(temporary, path)
    return true
  }
  await unlink(temporary)
  return true
}

/** Without this, a power failure can lose the directory entry of a file whose contents are on disk. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === code
}
