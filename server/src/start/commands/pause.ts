import { COMMAND_LINE, systemAuthor } from '#domain/index.ts'
import { AuditLog, PauseService } from '#features/index.ts'
import type { CommandCall } from './command.ts'
import { chooseAccount, withStore } from './with-store.ts'

export async function pause(call: CommandCall): Promise<void> {
  const isChanged = await setPaused(call, true)
  const what = describe(call)
  call.print(
    isChanged
      ? `The triggers of ${what} are paused. Runs in progress continue. \`resume\` ends the pause.`
      : `The triggers of ${what} were paused already.`,
  )
}

export async function resume(call: CommandCall): Promise<void> {
  const isChanged = await setPaused(call, false)
  const what = describe(call)
  call.print(
    isChanged
      ? `The triggers of ${what} start runs again. Missed times of schedules are treated as each schedule says.`
      : `The triggers of ${what} were not paused.`,
  )
}

/** Of all accounts, unless `--account` names one. */
function setPaused(call: CommandCall, isPaused: boolean): Promise<boolean> {
  return withStore(call.config, async (access) => {
    const pauses = new PauseService({ ...access, audit: new AuditLog(access) })
    if (call.flags['account'] === undefined) return pauses.setInstallation(isPaused)
    const account = await chooseAccount(access.store, call)
    return pauses.setAccount(systemAuthor(account, COMMAND_LINE), isPaused)
  })
}

function describe({ flags }: CommandCall): string {
  return flags['account'] === undefined ? 'all accounts' : `account ${flags['account']}`
}
