/** Orders tables so that each comes after those that it refers to. `references` has pairs of table and referenced table. */
export function orderTables(
  tables: readonly string[],
  references: readonly (readonly [string, string])[],
): readonly string[] {
  const ordered: string[] = []
  const visited = new Set<string>()
  const visit = (table: string): void => {
    if (visited.has(table)) return
    visited.add(table)
    for (const [from, to] of references) if (from === table && to !== table) visit(to)
    ordered.push(table)
  }
  for (const table of tables.toSorted()) visit(table)
  return ordered
}
