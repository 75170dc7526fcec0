import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  AesVault,
  checkCanary,
  FileKeyRing,
  fixedKeyRing,
  type KeyRing,
  makeMasterKey,
  masterKeyId,
  openMasterKeyFile,
  parseMasterKeys,
} from '#adapters/index.ts'
import type { Log, SealContext, Store, Vault, VaultRecordName } from '#ports/index.ts'
import { type Config, ConfigError } from '../settings/config.ts'

const DIGEST_ROOT: SealContext = { purpose: 'digest-root', accountId: '', recordId: 'digest-root' }

/** Opens the vault with the configured keys, and refuses keys that cannot decrypt what is stored. */
export async function openVault(config: Config, store: Store, log: Log): Promise<Vault> {
  const ring = await openKeyRing(config, await isEmpty(store), log)
  // The digest key is itself stored encrypted, and is not needed to decrypt it.
  const sealer = new AesVault(ring, makeMasterKey())
  const createdWith = await proveKeys(sealer, store)
  return new AesVault(ring, await openDigestRoot(sealer, store, ring, createdWith))
}

/** Whether nothing can be sealed yet. A database with anything in it already has its key, even if it is missing now. */
async function isEmpty(store: Store): Promise<boolean> {
  return (await store.vault.read('canary')) === undefined && (await store.accounts.list()).length === 0
}

async function openKeyRing(config: Config, mayCreate: boolean, log: Log): Promise<KeyRing> {
  if (config.masterKey !== undefined) {
    const parsed = parseMasterKeys(config.masterKey)
    if (!parsed.ok) throw new ConfigError('masterKey', parsed.problem)
    return fixedKeyRing(parsed.keys)
  }
  // With PostgreSQL, nothing else creates it. Where only the key file has a folder of its own, a missing one may be a typing error.
  if (mayCreate && dirname(config.masterKeyFile) === config.dataFolder) {
    await mkdir(config.dataFolder, { recursive: true, mode: 0o700 })
  }
  const { keys, warning } = await openMasterKeyFile(config.masterKeyFile, mayCreate)
  if (warning !== undefined) log.warn({}, warning)
  return new FileKeyRing(config.masterKeyFile, keys, log)
}

/**
 * Refuses a master key that cannot decrypt what is stored: it would encrypt secrets that nobody else can read. Returns the id
 * of the key that the database was created with; undefined for a new database.
 */
async function proveKeys(vault: Vault, store: Store): Promise<string | undefined> {
  const stored = await store.vault.read('canary')
  const result = checkCanary(vault, stored)
  if (result.status === 'dead') throw new Error(result.message)
  if (result.status === 'alive') return vault.keyIdOf(stored ?? '') ?? undefined
  if (await add(store, 'canary', result.sealed)) return undefined
  // Another process created the database first, so its key counts.
  return proveKeys(vault, store)
}

async function openDigestRoot(
  vault: Vault,
  store: Store,
  ring: KeyRing,
  createdWith: string | undefined,
): Promise<Buffer> {
  const stored = await store.vault.read('digest-root')
  if (stored !== undefined) return Buffer.from(vault.open(DIGEST_ROOT, stored), 'base64')
  // A database of an earlier release used its master key for digests.
  const earlier = ring.keys().find((key) => masterKeyId(key) === createdWith)
  const root = Buffer.from(earlier ?? makeMasterKey()).toString('base64')
  await add(store, 'digest-root', vault.seal(DIGEST_ROOT, root))
  return openDigestRoot(vault, store, ring, createdWith)
}

function add(store: Store, name: VaultRecordName, sealed: string): Promise<boolean> {
  return store.write((tx) => store.vault.add(tx, name, sealed))
}
