import { checkClock, checkDatabase, checkVersion, isRunning } from './check-database.ts'
import { checkFileStorage } from './check-file-storage.ts'
import { checkKey } from './check-key.ts'
import { checkDataFolder, checkDisk, checkSettings } from './check-machine.ts'
import { checkReachability } from './check-reachability.ts'
import type { CheckContext, CheckResult } from './finding.ts'

/** Examines an installation and leaves nothing behind. The service may run meanwhile. */
export async function* examine(context: CheckContext): AsyncGenerator<CheckResult> {
  yield checkSettings(context)
  const folder = await checkDataFolder(context)
  yield folder
  // Without its folder there is no SQLite database to look at.
  if (folder.faults.length > 0 && context.config.databaseUrl === undefined) return
  yield await checkDisk(context)
  const { result, facts } = await checkDatabase(context)
  yield result
  yield await checkKey(context, facts?.canary)
  if (facts !== undefined) {
    yield checkVersion(context, facts)
    yield checkClock(context, facts)
    yield await checkFileStorage(context, facts.contents)
    if (facts.isPaused) {
      yield { name: 'pause', faults: [], notes: ['All triggers are paused. `resume` ends it.'] }
    }
  }
  yield await checkReachability(context, facts !== undefined && isRunning(facts, context.now()))
}
