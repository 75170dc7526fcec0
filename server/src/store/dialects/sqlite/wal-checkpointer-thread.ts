/** The worker thread of `WalCheckpointer`: one connection that runs a checkpoint for each message. */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { CheckpointReport } from './wal-checkpointer.ts'

const database = new DatabaseSync(workerData as string, { timeout: 5_000 })
database.exec('pragma synchronous = full')
const checkpoint = database.prepare('pragma wal_checkpoint(passive)')

parentPort?.on('message', (walMtimeMs: number) => {
  const { log, checkpointed } = checkpoint.get() as { log: number; checkpointed: number }
  const report: CheckpointReport = { pagesInWal: log, isComplete: checkpointed === log, walMtimeMs }
  parentPort?.postMessage(report)
})
