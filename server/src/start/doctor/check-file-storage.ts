import type { Snapshot } from '#ports/index.ts'
import { openBucket, openFolder } from '../wiring/open-configured-store.ts'
import { type CheckContext, type CheckResult, type Finding, messageOf } from './finding.ts'

const SAMPLES = 5

/** A few contents that files of the database need, newest last. */
export async function sampleContents({ tables }: Snapshot): Promise<readonly string[]> {
  const table = tables.find(({ name }) => name === 'file_contents')
  if (table === undefined) return []
  const [id, size] = [table.columns.indexOf('id'), table.columns.indexOf('size')]
  for await (const batch of table.rows()) {
    const stored = batch.filter((row) => Number(row[size]) > 0).slice(-SAMPLES)
    if (stored.length > 0) return stored.map((row) => String(row[id]))
  }
  return []
}

/** Whether the file storage works and has the contents that the database needs. In PostgreSQL, they are part of the database. */
export async function checkFileStorage(
  { config }: CheckContext,
  contents: readonly string[],
): Promise<CheckResult> {
  const faults: Finding[] = []
  const bucket = openBucket(config)
  const files = bucket ?? (config.databaseUrl === undefined ? openFolder(config) : undefined)
  try {
    const problem = await bucket?.findProblem()
    if (problem !== undefined) {
      const remedy = 'Check MILLRACE_FILES, the access key and its permissions.'
      faults.push({ what: problem, remedy })
      return { name: 'files', faults }
    }
    let missing = 0
    for (const key of contents) {
      // One byte is enough.
      const read = files?.read(key, { start: 0, end: 0 })[Symbol.asyncIterator]()
      await read?.next().catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
        missing += 1
      })
      await read?.return?.()
    }
    if (missing > 0) {
      faults.push({
        what: `The file storage lacks contents of files: ${missing} of ${contents.length} that were tried.`,
        remedy:
          'If MILLRACE_FILES or MILLRACE_DATA changed, set it back, and move the installation with `backup` and `restore`.',
      })
    }
  } catch (error) {
    faults.push({ what: `A content cannot be read: ${messageOf(error)}`, remedy: 'Check its permissions.' })
  } finally {
    await files?.close()
  }
  return { name: 'files', faults }
}
