import { PLAN_IDS, type PlanId } from '@millrace/contract/plans.ts'
import { SCOPES } from '@millrace/contract/scopes.ts'
import { type AccountId, COMMAND_LINE, systemAuthor } from '#domain/index.ts'
import { AuditLog, createAccount, KeyService, timestamp } from '#features/index.ts'
import { type CommandCall, UsageError } from './command.ts'
import { printTable } from '../print-table.ts'
import { requireUuid, requireArgument, type StoreAccess, withStore } from './with-store.ts'

export async function createAccountCommand(call: CommandCall): Promise<void> {
  const name = requireArgument(call.args, 0, 'name')
  const create = async (access: StoreAccess) => {
    const keys = new KeyService(access)
    const { account, key } = await access.store.write(async (tx) => {
      const created = await createAccount(tx, access, name, call.config.plan)
      const wanted = { name: 'First key', scopes: [...SCOPES], expiresAt: null }
      const author = systemAuthor(created.id, COMMAND_LINE)
      const change = { action: 'account.create', resourceId: created.id, resourceName: created.name }
      await new AuditLog(access).record(tx, author, change)
      return { account: created, key: (await keys.create(tx, author, wanted)).key }
    })
    call.print(`Account ${account.id} (${account.name}, plan ${account.plan}) created.`)
    call.print('Its API key, which is shown only once:')
    call.print(key)
  }
  await withStore(call.config, create, { mayCreate: true })
}

export async function listAccounts(call: CommandCall): Promise<void> {
  await withStore(call.config, async ({ store }) => {
    const rows = (await store.accounts.list()).map(({ id, name, plan, createdAt }) => [
      id,
      name,
      plan,
      timestamp(createdAt),
    ])
    printTable(['ID', 'NAME', 'PLAN', 'CREATED'], rows, call.print)
  })
}

export async function setPlan(call: CommandCall): Promise<void> {
  const id = requireUuid(requireArgument(call.args, 0, 'id')) as AccountId
  const plan = requireArgument(call.args, 1, 'plan')
  if (!PLAN_IDS.includes(plan as PlanId))
    throw new UsageError(`Unknown plan "${plan}". Plans: ${PLAN_IDS.join(', ')}.`)
  await withStore(call.config, async (access) => {
    const { store } = access
    const found = await store.write(async (tx) => {
      const isFound = await store.accounts.setPlan(tx, id, plan as PlanId)
      const change = { action: 'account.set_plan', resourceId: id, details: { plan } }
      if (isFound) await new AuditLog(access).record(tx, systemAuthor(id, COMMAND_LINE), change)
      return isFound
    })
    if (!found) throw new UsageError(`No account has the ID ${id}. \`accounts list\` shows all accounts.`)
    call.print(`Account ${id} now has the plan ${plan}.`)
  })
}
