import {
  makeMasterKey,
  masterKeyId,
  type MasterKeys,
  openMasterKeyFile,
  parseMasterKeys,
  replaceMasterKeyFile,
} from '#adapters/index.ts'
import { resealAll } from '#features/index.ts'
import { type CommandCall, UsageError } from './command.ts'
import { type Config, ConfigError } from '../settings/config.ts'
import { type StoreAccess, withStore } from './with-store.ts'

/** Long enough for a request that sealed with the key from before to be committed. */
const SETTLE_MS = 2000

/**
 * Makes a new master key and seals everything with it. The key is in the file before anything is sealed with it, with the
 * previous one behind it: cut off at any moment, everything can be read, and the next call goes on.
 */
export async function rotateMasterKey(call: CommandCall): Promise<void> {
  await withStore(call.config, async (access) => {
    if (call.config.masterKey === undefined) await turnKeyFile(call)
    else requireSeveral(call.config.masterKey)
    await resealAndReport(access, call)
    call.print(
      call.config.masterKey === undefined
        ? `${call.config.masterKeyFile} has the new key and, behind it, the previous one: links that wait for an answer were made with it, and so were backups. Copy the file to your backups; \`rotate-master-key finish\` takes the previous key out.`
        : 'The previous key can be taken out of MILLRACE_MASTER_KEY now, in every process; links that wait for an answer and were sent before end with it. Keep it with the backups that were made before.',
    )
  })
}

/** Takes the previous keys out of the file, unless something needs them. */
export async function finishRotation(call: CommandCall): Promise<void> {
  const path = call.config.masterKeyFile
  if (call.config.masterKey !== undefined) {
    throw new UsageError(
      'The master keys come from MILLRACE_MASTER_KEY: take the previous ones out there. `rotate-master-key` tells whether something needs them.',
    )
  }
  await withStore(call.config, async (access) => {
    const { keys } = await openMasterKeyFile(path)
    const [current, ...previous] = keys
    if (previous.length === 0) {
      call.print(`${path} holds one master key, ${masterKeyId(current)}: there is nothing to take out.`)
      return
    }
    await resealAndReport(access, call)
    await replaceMasterKeyFile(path, [current])
    const taken = previous.map(masterKeyId).join(', ')
    call.print(`Taken out of ${path}: ${taken}. Backups made before the rotation still need it.`)
  })
}

async function turnKeyFile({ config: { masterKeyFile: path }, print }: CommandCall): Promise<void> {
  const { keys } = await openMasterKeyFile(path)
  if (keys.length > 1) {
    print(
      `${path} holds ${keys.length} master keys: going on with the rotation to ${masterKeyId(keys[0])}, without making another.`,
    )
    return
  }
  const turned: MasterKeys = [makeMasterKey(), ...keys]
  await replaceMasterKeyFile(path, turned)
  print(`Master key ${masterKeyId(turned[0])} was made; ${masterKeyId(keys[0])} is kept behind it.`)
}

function requireSeveral(masterKey: NonNullable<Config['masterKey']>): void {
  const parsed = parseMasterKeys(masterKey)
  if (!parsed.ok) throw new ConfigError('masterKey', parsed.problem)
  if (parsed.keys.length > 1) return
  throw new UsageError(
    'MILLRACE_MASTER_KEY holds one key. Give every process `old,new` first, then `new,old`, then run this command with `new,old`: so each can open what another one seals.',
  )
}

async function resealAndReport(access: StoreAccess, { print }: CommandCall): Promise<void> {
  let { resealed, unreadable } = await resealAll(access)
  if (resealed > 0) {
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
    const late = await resealAll(access)
    resealed += late.resealed
    unreadable = late.unreadable
  }
  print(`${resealed} values were sealed anew with master key ${access.vault.keyId}.`)
  if (unreadable.length === 0) return
  const names = unreadable.map(
    ({ purpose, accountId, recordId }) => `  ${purpose} ${recordId} of account ${accountId}`,
  )
  throw new Error(
    [
      `${unreadable.length} values could not be opened with any of the keys given; they were left as they are, and the previous keys are kept:`,
      ...names,
      'Delete those records, or put the key back that sealed them, and run the command again.',
    ].join('\n'),
  )
}
