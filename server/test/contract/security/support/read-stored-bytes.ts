import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { TestService } from '#test/support/test-service.ts'

/** All bytes the service stores: the SQLite files with their log, or every row of every table. */
export async function readStoredBytes(service: TestService): Promise<Buffer> {
  const entries = await readdir(service.dataFolder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const contents: Uint8Array[] = await Promise.all(
    files.map((file) => readFile(join(file.parentPath, file.name))),
  )
  if (service.databaseUrl !== undefined) contents.push(await dumpTables(service.databaseUrl))
  return Buffer.concat(contents)
}

async function dumpTables(url: string): Promise<Buffer> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const tables = await client.query<{ name: string }>(
      `select table_schema || '.' || quote_ident(table_name) as name from information_schema.tables
       where table_schema not in ('pg_catalog', 'information_schema')`,
    )
    const parts: string[] = []
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`)
      parts.push(...rows.map(({ row }) => row))
    }
    return Buffer.from(parts.join('\n'))
  } finally {
    await client.end()
  }
}
