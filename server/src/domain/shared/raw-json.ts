import { isJsonObject, type JsonValue } from './json.ts'

/**
 * A JSON value as text, in the position of a value. Whoever only passes values on, measures them or shows a part of them
 * saves parsing them.
 */
export class RawJson {
  readonly text: string
  /** The number of entries of an array or object; null for other values. */
  readonly count: number | null

  constructor(text: string, count: number | null) {
    this.text = text
    this.count = count
  }

  /** For code that never looks into the value. */
  asValue(): JsonValue {
    return this as unknown as JsonValue
  }
}

export function rawOf(value: JsonValue): RawJson | undefined {
  return value instanceof RawJson ? value : undefined
}

/** The text of a value that may contain raw values. */
export function writeJson(value: JsonValue): string {
  const raw = rawOf(value)
  if (raw !== undefined) return raw.text
  if (Array.isArray(value)) return `[${(value as readonly JsonValue[]).map(writeJson).join(',')}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${writeJson(member)}`)
  return `{${members.join(',')}}`
}
