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

/** Opens the vault with the keys it was given, and refuses those that cannot open what is stored. */
export async function openVault(config: Config, store: Store, log: Log): Promise<Vault> {
  const ring = await openKeyRing(config, log)
  // Digests have no part in what follows; the right key for them is among what is sealed.
  const sealer = new AesVault(ring, makeMasterKey())
  const madeWith = await proveKeys(sealer, store)
  return new AesVault(ring, await openDigestRoot(sealer, store, ring, madeWith))
}

async function openKeyRing(config: Config, log: Log): Promise<KeyRing> {
  if (config.masterKey !== undefined) {
    const parsed = parseMasterKeys(config.masterKey)
    if (!parsed.ok) throw new ConfigError('masterKey', parsed.problem)
    return fixedKeyRing(parsed.keys)
  }
  const { keys, warning } = await openMasterKeyFile(config.masterKeyFile)
  if (warning !== undefined) log.warn({}, warning)
  return new FileKeyRing(config.masterKeyFile, keys, log)
}

/**
 * Refuses to go on with a master key that cannot open what is stored: it would make secrets nobody can read. Returns the id
 * of the key that the database was made with; undefined for a new one.
 */
async function proveKeys(vault: Vault, store: Store): Promise<string | undefined> {
  const stored = await store.vault.read('canary')
  const result = checkCanary(vault, stored)
  if (result.status === 'dead') throw new Error(result.message)
  if (result.status === 'alive') return vault.keyIdOf(stored ?? '') ?? undefined
  if (await add(store, 'canary', result.sealed)) return undefined
  // Another process was faster with its own first start: then its key is the one that counts.
  return proveKeys(vault, store)
}

async function openDigestRoot(
  vault: Vault,
  store: Store,
  ring: KeyRing,
  madeWith: string | undefined,
): Promise<Buffer> {
  const stored = await store.vault.read('digest-root')
  if (stored !== undefined) return Buffer.from(vault.open(DIGEST_ROOT, stored), 'base64')
  // A database of an earlier release made its digests with its master key.
  const earlier = ring.keys().find((key) => masterKeyId(key) === madeWith)
  const root = Buffer.from(earlier ?? makeMasterKey()).toString('base64')
  await add(store, 'digest-root', vault.seal(DIGEST_ROOT, root))
  return openDigestRoot(vault, store, ring, madeWith)
}

function add(store: Store, name: VaultRecordName, sealed: string): Promise<boolean> {
  return store.write((tx) => store.vault.add(tx, name, sealed))
}
