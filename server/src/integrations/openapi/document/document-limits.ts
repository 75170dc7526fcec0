const MIB = 1024 * 1024

/** What a document may consist of. The largest public ones have a few hundred thousand values. */
export const DOCUMENT_LIMITS = {
  /** Of the text in UTF-8. */
  bytes: 32 * MIB,
  /** Keys, texts, numbers, lists and objects, where a value that is used through an alias counts every time. */
  values: 3_000_000,
  keys: 2_000_000,
  depth: 100,
  aliases: 10_000,
  /** Of all actions with what they refer to, as JSON. It is less than the document, because responses are not imported. */
  importedBytes: 24 * MIB,
} as const

/** Completes the sentence "The document …". */
export function exceeds(what: 'values' | 'keys' | 'aliases', found: number, note = ''): string {
  const count = found.toLocaleString('en-US')
  return `has ${count} ${what}${note}; at most ${DOCUMENT_LIMITS[what].toLocaleString('en-US')} are allowed`
}
