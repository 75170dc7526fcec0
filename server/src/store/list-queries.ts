import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import type { PageRequest } from '#ports/index.ts'

export function pageOf<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>, page: PageRequest) {
  return query.limit(page.limit).offset((page.page - 1) * page.limit)
}

export async function countAll<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
): Promise<number> {
  const row = await query
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number((row as { total: number | string }).total)
}

/** SQL: whether `column` contains `part`. LIKE wildcards in `part` are literal characters. */
export function containsText(column: string, part: string): RawBuilder<SqlBool> {
  const pattern = `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return sql<SqlBool>`${sql.ref(column)} like ${pattern} escape '\\'`
}

/** SQL: whether `column` begins with `part`, exactly. */
export function startsWithText(column: string, part: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`substr(${sql.ref(column)}, 1, ${[...part].length}) = ${part}`
}
