/** The worker thread of `BackgroundCheck`: it checks the file once and reports the result. */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { isDamage, quickCheck } from './check-integrity.ts'
import type { CheckReport } from './background-check.ts'

const database = new DatabaseSync(workerData as string, { timeout: 30_000, readOnly: true })
parentPort?.postMessage({ damage: check() } satisfies CheckReport)
database.close()

function check(): string | undefined {
  try {
    return quickCheck(database)
  } catch (error) {
    if (!isDamage(error)) throw error
    return (error as Error).message
  }
}
