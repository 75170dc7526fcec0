import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import type { Product } from './product.ts'

interface Multiplied {
  readonly table: 'executions' | 'submissions'
  readonly count: number
  /** SQL expressions of columns that differ between the copies, with the number of the copy as `n`. */
  readonly changes: Readonly<Record<string, string>>
}

/**
 * Copies the newest row of each table, while the product is stopped: real runs and submissions in these numbers would take
 * minutes. The copies are a second apart and older than the row, which their ids say as well.
 */
export async function multiplyRows(product: Product, tables: readonly Multiplied[]): Promise<void> {
  await product.kill()
  const database = new DatabaseSync(join(product.dataFolder, 'millrace.db'))
  try {
    for (const { table, count, changes } of tables) {
      const columns = database.prepare(`pragma table_info(${table})`).all() as { name: string }[]
      const time = columns.some(({ name }) => name === 'started_at') ? 'started_at' : 'created_at'
      const at = `(${time} - n * 1000)`
      const values: Readonly<Record<string, string>> = {
        id: `printf('%08x-%04x-7000-8000-%012x', ${at} >> 16, ${at} & 65535, n)`,
        [time]: at,
        ...changes,
      }
      const names = columns.map(({ name }) => name)
      database.exec(`
        with recursive copies (n) as (select 1 union all select n + 1 from copies where n < ${count - 1})
        insert into ${table} (${names.join(', ')})
        select ${names.map((name) => values[name] ?? name).join(', ')}
        from copies, (select * from ${table} order by id desc limit 1)`)
    }
  } finally {
    database.close()
  }
  await product.restart()
}
