/** The thread of `LogCopier`: one connection that does nothing but copy the log when it is told to. */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { Copied } from './log-copier.ts'

const database = new DatabaseSync(workerData as string, { timeout: 5_000 })
database.exec('pragma synchronous = full')
const copy = database.prepare('pragma wal_checkpoint(passive)')

parentPort?.on('message', (upTo: number) => {
  const { log, checkpointed } = copy.get() as { log: number; checkpointed: number }
  const copied: Copied = { pagesInLog: log, isAll: checkpointed === log, upTo }
  parentPort?.postMessage(copied)
})
