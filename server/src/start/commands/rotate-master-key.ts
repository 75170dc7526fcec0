import {
  makeMasterKey,
  masterKeyId,
  type MasterKeys,
  openMasterKeyFile,
  parseMasterKeys,
  replaceMasterKeyFile,
  requireReplaceable,
} from '#adapters/index.ts'
import { COMMAND_LINE, systemAuthor } from '#domain/index.ts'
import { AuditLog, resealAll } from '#features/index.ts'
import { type CommandCall, UsageError } from './command.ts'
import { type Config, ConfigError } from '../settings/config.ts'
import { Progress } from '../progress.ts'
import { type StoreAccess, withStore } from './with-store.ts'

/** Long enough for a request that encrypted with the previous key to be committed. */
const SETTLE_MS = 2000

/**
 * Generates a new master key and encrypts every secret with it. The file holds the new key, followed by the previous one,
 * before anything is encrypted with it. After an interruption at any moment every secret can still be decrypted, and the
 * next call continues.
 */
export async function rotateMasterKey(call: CommandCall): Promise<void> {
  if (call.config.masterKey === undefined) await requireReplaceable(call.config.masterKeyFile)
  await withStore(call.config, async (access) => {
    if (call.config.masterKey === undefined) await addKeyToFile(call)
    else requireSeveral(call.config.masterKey)
    await resealAndReport(access, call)
    call.print(
      call.config.masterKey === undefined
        ? `${call.config.masterKeyFile} holds the new key, followed by the previous one, which links of waiting executions and existing backups still need. Back up the file. \`rotate-master-key finish\` removes the previous key.`
        : 'You can now remove the previous key from MILLRACE_MASTER_KEY in every process. Links of waiting executions that were sent before then stop working. Keep the previous key for as long as you keep older backups.',
    )
  })
}

/** Removes the previous keys from the file, unless a stored secret needs them. */
export async function finishRotation(call: CommandCall): Promise<void> {
  const path = call.config.masterKeyFile
  if (call.config.masterKey !== undefined) {
    throw new UsageError(
      'The master keys come from MILLRACE_MASTER_KEY. Remove the previous ones there; `rotate-master-key` shows whether a stored secret still needs them.',
    )
  }
  await requireReplaceable(path)
  await withStore(call.config, async (access) => {
    const { keys } = await openMasterKeyFile(path)
    const [current, ...previous] = keys
    if (previous.length === 0) {
      call.print(`${path} holds one master key, ${masterKeyId(current)}. There is no previous key to remove.`)
      return
    }
    await resealAndReport(access, call)
    await replaceMasterKeyFile(path, [current])
    const removed = previous.map(masterKeyId).join(', ')
    call.print(
      `Removed from ${path}: ${removed}. Backups from before the rotation still need ${previous.length === 1 ? 'this key' : 'these keys'}.`,
    )
  })
}

async function addKeyToFile({ config: { masterKeyFile: path }, print }: CommandCall): Promise<void> {
  const { keys } = await openMasterKeyFile(path, false)
  if (keys.length > 1) {
    print(
      `${path} holds ${keys.length} master keys. Continuing the rotation to ${masterKeyId(keys[0])} without a new key.`,
    )
    return
  }
  const rotated: MasterKeys = [makeMasterKey(), ...keys]
  await replaceMasterKeyFile(path, rotated)
  print(
    `Generated master key ${masterKeyId(rotated[0])}. The file keeps ${masterKeyId(keys[0])} as the previous key.`,
  )
}

function requireSeveral(masterKey: NonNullable<Config['masterKey']>): void {
  const parsed = parseMasterKeys(masterKey)
  if (!parsed.ok) throw new ConfigError('masterKey', parsed.problem)
  if (parsed.keys.length > 1) return
  throw new UsageError(
    'MILLRACE_MASTER_KEY holds one key. Set it to `old,new` in every process, then to `new,old`, and then run this command with `new,old`. That way each process can decrypt what another one encrypts.',
  )
}

async function resealAndReport(access: StoreAccess, { print }: CommandCall): Promise<void> {
  const progress = new Progress({ what: 'secrets' })
  let { resealed, unreadable } = await resealAll(access, (done, total) => progress.update(done, total))
  progress.finish()
  if (resealed > 0) {
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
    const late = await resealAll(access)
    resealed += late.resealed
    unreadable = late.unreadable
  }
  print(`Encrypted ${countSecrets(resealed)} with master key ${access.vault.keyId}.`)
  if (unreadable.length === 0) return recordRotation(access)
  const names = unreadable.map(
    ({ purpose, accountId, recordId }) => `  ${purpose} ${recordId} of account ${accountId}`,
  )
  throw new Error(
    [
      `None of the keys decrypts ${countSecrets(unreadable.length)}. Nothing about them was changed, and the previous keys are still in use:`,
      ...names,
      'Delete these records or restore the key that encrypted them, and run the command again.',
    ].join('\n'),
  )
}

/** The master key protects the secrets of every account. */
async function recordRotation(access: StoreAccess): Promise<void> {
  const { store, vault } = access
  const audit = new AuditLog(access)
  const accounts = await store.accounts.list()
  await store.write(async (tx) => {
    for (const { id } of accounts) {
      const change = { action: 'master_key.rotate', details: { key_id: vault.keyId } }
      await audit.record(tx, systemAuthor(id, COMMAND_LINE), change)
    }
  })
}

function countSecrets(count: number): string {
  return count === 1 ? '1 secret' : `${count} secrets`
}
