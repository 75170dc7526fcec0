/** Columns as wide as their longest cell. */
export function printTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  print: (line: string) => void,
): void {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  for (const row of [head, ...rows])
    print(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}
