import { SCOPE_PRESETS, SCOPES, type Scope, type ScopePreset } from '@millrace/contract/scopes.ts'
import { COMMAND_LINE, keyState, systemAuthor } from '#domain/index.ts'
import { KeyService, timestamp } from '#features/index.ts'
import { type CommandCall, UsageError } from './command.ts'
import { printTable } from '../print-table.ts'
import { chooseAccount, requireUuid, requireArgument, withStore } from './with-store.ts'

const DAY_MS = 86_400_000

export async function createKey(call: CommandCall): Promise<void> {
  const name = requireArgument(call.args, 0, 'name')
  const scopes = readScopes(call.flags['scopes'] ?? 'full_access')
  const days = readDays(call.flags['expires-in-days'])
  await withStore(call.config, async (access) => {
    const account = await chooseAccount(access.store, call)
    const expiresAt = days === undefined ? null : access.clock.now() + days * DAY_MS
    const keys = new KeyService(access)
    const { record, key } = await access.store.write((tx) =>
      keys.create(tx, systemAuthor(account, COMMAND_LINE), { name, scopes, expiresAt }),
    )
    call.print(`Key ${record.id} created. The key is shown only once:`)
    call.print(key)
  })
}

export async function listKeys(call: CommandCall): Promise<void> {
  await withStore(call.config, async (access) => {
    const account = await chooseAccount(access.store, call)
    const keys = await new KeyService(access).list(account)
    const rows = keys.map((key) => [
      key.id,
      key.name,
      `${key.prefix}…`,
      keyState(key, access.clock.now()),
      key.lastUsedAt === null ? 'never' : timestamp(key.lastUsedAt),
      key.expiresAt === null ? 'never' : timestamp(key.expiresAt),
      key.scopes.length === SCOPES.length ? 'full access' : key.scopes.join(','),
    ])
    printTable(['ID', 'NAME', 'KEY', 'STATUS', 'LAST USED', 'EXPIRES', 'SCOPES'], rows, call.print)
  })
}

export async function revokeKey(call: CommandCall): Promise<void> {
  const id = requireUuid(requireArgument(call.args, 0, 'id'))
  await withStore(call.config, async (access) => {
    const account = await chooseAccount(access.store, call)
    const key = await new KeyService(access).revoke(systemAuthor(account, COMMAND_LINE), id)
    call.print(`Key ${key.id} (${key.name}) revoked.`)
  })
}

function readScopes(text: string): Scope[] {
  if (Object.hasOwn(SCOPE_PRESETS, text)) return [...SCOPE_PRESETS[text as ScopePreset]]
  const scopes = text.split(',').map((scope) => scope.trim())
  for (const scope of scopes) {
    if (!SCOPES.includes(scope as Scope)) {
      const presets = Object.keys(SCOPE_PRESETS).join(', ')
      throw new UsageError(`Unknown scope "${scope}". Presets: ${presets}. Scopes: ${SCOPES.join(', ')}.`)
    }
  }
  return [...new Set(scopes as Scope[])]
}

function readDays(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const days = Number(text)
  if (!Number.isInteger(days) || days < 1 || days > 36_500) {
    throw new UsageError('--expires-in-days must be a whole number from 1 to 36500.')
  }
  return days
}
