import { isJsonObject, type JsonObject, type JsonValue } from '../shared/json.ts'

/**
 * A file as a value that expressions pass on. Its content is in the file store. Only the id counts: whoever reads the file
 * looks up the rest, so that a value with invented members misleads nobody.
 */
export interface FileValue {
  readonly $file: string
  readonly name: string
  readonly media_type: string
  /** In bytes. */
  readonly size: number
  /** SHA-256 of the content, in hex. */
  readonly sha256: string
}

const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** The id of the file that a value stands for; undefined if it is no file. */
export function fileIdOf(value: JsonValue | undefined): string | undefined {
  if (value === undefined || !isJsonObject(value)) return undefined
  const id = value['$file']
  const folded = typeof id === 'string' ? id.toLowerCase() : ''
  return ID.test(folded) ? folded : undefined
}

export function isFileValue(value: JsonValue | undefined): value is JsonObject {
  return fileIdOf(value) !== undefined
}

/** The ids of all files in a JSON text that `JSON.stringify` wrote, without repeats. */
export function fileIdsInText(text: string): readonly string[] {
  if (!refersToFile(text)) return []
  const ids = new Set<string>()
  for (const [, id = ''] of text.matchAll(/"\$file":"([0-9A-Fa-f-]{36})"/g)) {
    const folded = id.toLowerCase()
    if (ID.test(folded)) ids.add(folded)
  }
  return [...ids]
}

/** Whether a JSON text that `JSON.stringify` wrote may contain files. */
export function refersToFile(text: string): boolean {
  return text.includes('"$file":"')
}
