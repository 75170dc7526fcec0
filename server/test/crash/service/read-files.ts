import type { FileHolder, FilesSnapshot, StoredContent } from '../checks/history.ts'
import { digestOf } from '../file-content.ts'
import type { Query, Row } from './read-stored.ts'

const FILE_ID = /"\$file":"([0-9a-f-]{36})"/g

/** What may refer to files: the table, its id, and the columns with JSON texts. */
const HOLDERS = [
  ['executions', 'id', ['input', 'output', 'journal']],
  ['execution_journal', 'execution_id', ['steps']],
  ['state_entries', 'id', ['value']],
  ['submissions', 'id', ['data']],
] as const

/** Everything that is stored about files, read without the code of the service. */
export async function readFiles(
  query: Query,
  contents: () => Promise<readonly StoredContent[]>,
): Promise<FilesSnapshot> {
  const files = await query('select id, content_id, size, sha256 from files order by id')
  const references = await query('select holder_id, file_id from file_references')
  const removals = await query('select content_id from file_removals')
  const [usage] = await query('select sum(files) as files, sum(bytes) as bytes from file_usage')
  return {
    holders: await readHolders(query),
    references: references.map((row) => ({ holderId: text(row['holder_id']), fileId: text(row['file_id']) })),
    files: files.map((row) => ({
      id: text(row['id']),
      contentId: text(row['content_id']),
      size: Number(row['size']),
      sha256: text(row['sha256']),
    })),
    contentIds: (await query('select id from file_contents')).map(({ id }) => text(id)),
    removals: removals.map((row) => text(row['content_id'])),
    usage: { files: Number(usage?.['files'] ?? 0), bytes: Number(usage?.['bytes'] ?? 0) },
    stored: await contents(),
  }
}

async function readHolders(query: Query): Promise<readonly FileHolder[]> {
  const holders = new Map<string, Set<string>>()
  for (const [table, id, columns] of HOLDERS) {
    for (const row of await query(`select ${id} as id, ${columns.join(', ')} from ${table}`)) {
      const fileIds = holders.get(text(row['id'])) ?? new Set()
      for (const fileId of columns.flatMap((column) => fileIdsIn(row[column]))) fileIds.add(fileId)
      holders.set(text(row['id']), fileIds)
    }
  }
  return [...holders].map(([id, fileIds]) => ({ id, fileIds: [...fileIds] }))
}

function fileIdsIn(json: unknown): string[] {
  return json === null ? [] : [...text(json).matchAll(FILE_ID)].map(([, id = '']) => id)
}

/** The contents in the rows of PostgreSQL. */
export async function readChunks(query: Query): Promise<readonly StoredContent[]> {
  const contents: StoredContent[] = []
  for (const { content_id: key } of await query('select distinct content_id from file_chunks')) {
    const rows = await query(
      `select data from file_chunks where content_id = '${text(key)}' order by position`,
    )
    const bytes = Buffer.concat(rows.map(({ data }: Row) => data as Buffer))
    contents.push({ key: text(key), size: bytes.length, sha256: digestOf(bytes) })
  }
  return contents
}

function text(value: unknown): string {
  return value as string
}
