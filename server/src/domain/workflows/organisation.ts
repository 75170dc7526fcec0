import { foldCase } from '../shared/fold-case.ts'

/** Tags without surrounding white space, each once, ignoring case. */
export function normaliseTags(tags: readonly string[]): readonly string[] {
  const byFolded = new Map<string, string>()
  for (const tag of tags.map((text) => text.trim())) {
    const folded = foldCase(tag)
    if (tag !== '' && !byFolded.has(folded)) byFolded.set(folded, tag)
  }
  return [...byFolded.values()]
}

/** The path of a folder without empty names and without white space around the names: ` /Sales // Orders/` is `Sales/Orders`. */
export function normaliseFolder(path: string): string {
  return path
    .split('/')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .join('/')
}
