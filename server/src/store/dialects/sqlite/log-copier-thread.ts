/** The thread of `LogCopier`: one connection that does nothing but copy the log when it is told to. */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

const database = new DatabaseSync(workerData as string, { timeout: 5_000 })
database.exec('pragma synchronous = full')
const copy = database.prepare('pragma wal_checkpoint(passive)')

parentPort?.on('message', () => {
  const { log } = copy.get() as { log: number }
  parentPort?.postMessage(log)
})
