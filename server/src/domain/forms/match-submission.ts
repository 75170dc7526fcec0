import { foldCase } from '../shared/fold-case.ts'
import type { JsonObject, JsonValue } from '../shared/json.ts'

/** A function that finds out whether a text or number in the data of a submission contains `search`. */
export function matchSubmission(search: string): (data: JsonObject) => boolean {
  const wanted = foldCase(search.trim())
  const matches = (value: JsonValue | undefined): boolean => {
    if (typeof value === 'string') return foldCase(value).includes(wanted)
    if (typeof value === 'number') return String(value).includes(wanted)
    if (Array.isArray(value)) return value.some(matches)
    return false
  }
  return (data) => wanted === '' || Object.values(data).some(matches)
}
