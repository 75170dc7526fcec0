import { PLAN_IDS, type PlanId } from '@millrace/contract/plans.ts'
import { SCOPES } from '@millrace/contract/scopes.ts'
import type { AccountId } from '#domain/index.ts'
import { createAccount, KeyService, timestamp } from '#features/index.ts'
import { type CommandCall, UsageError } from './command.ts'
import { printTable } from '../print-table.ts'
import { requireUuid, requireWord, withStore } from './with-store.ts'

export async function createAccountCommand(call: CommandCall): Promise<void> {
  const name = requireWord(call.words, 0, 'The name of the account')
  await withStore(call.config, async (access) => {
    const keys = new KeyService(access)
    const { account, key } = await access.store.write(async (tx) => {
      const made = await createAccount(tx, access, name, call.config.plan)
      const wanted = { name: 'First key', scopes: [...SCOPES], expiresAt: null }
      return { account: made, key: (await keys.create(tx, made.id, wanted)).key }
    })
    call.print(`Account ${account.id} (${account.name}, plan ${account.plan}) was made.`)
    call.print('Its API key, shown only this once:')
    call.print(key)
  })
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
  const id = requireUuid(requireWord(call.words, 0, 'The id of the account')) as AccountId
  const plan = requireWord(call.words, 1, 'The plan')
  if (!PLAN_IDS.includes(plan as PlanId))
    throw new UsageError(`"${plan}" is not a plan. Plans: ${PLAN_IDS.join(', ')}.`)
  await withStore(call.config, async ({ store }) => {
    const found = await store.write((tx) => store.accounts.setPlan(tx, id, plan as PlanId))
    if (!found) throw new UsageError(`There is no account ${id}. \`accounts list\` shows all.`)
    call.print(`Account ${id} has the plan ${plan} now.`)
  })
}
