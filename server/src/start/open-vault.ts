import { AesVault } from '#adapters/vault/aes-vault.ts'
import { checkCanary } from '#adapters/vault/canary.ts'
import { openMasterKeyFile, parseMasterKey } from '#adapters/vault/master-key.ts'
import type { Log } from '#ports/log.ts'
import type { Store } from '#ports/store.ts'
import type { Vault } from '#ports/vault.ts'
import { type Config, ConfigError } from './config.ts'

export async function openVault(config: Config, log: Log): Promise<Vault> {
  if (config.masterKey !== undefined) {
    const parsed = parseMasterKey(config.masterKey)
    if (!parsed.ok) throw new ConfigError('masterKey', parsed.problem)
    return new AesVault(parsed.key)
  }
  const { key, warning } = await openMasterKeyFile(config.masterKeyFile)
  if (warning !== undefined) log.warn({}, warning)
  return new AesVault(key)
}

/** Refuses to go on with a master key that cannot open what is stored: it would make secrets nobody can read. */
export async function proveVault(vault: Vault, store: Store): Promise<void> {
  const result = checkCanary(vault, await store.vaultCanary.read())
  if (result.status === 'dead') throw new Error(result.message)
  if (result.status === 'alive') return
  const first = await store.write((tx) => store.vaultCanary.write(tx, result.sealed))
  // Another process was faster with its own first start: then its key is the one that counts.
  if (!first) await proveVault(vault, store)
}
