import type { CustomTypesConfig } from 'pg'

type Parser = (text: string) => unknown

/** The library's own parsers. */
interface LibraryTypes {
  getTypeParser(id: number, format: 'text'): unknown
}

/** Type ids (OIDs) of built-in types whose text has an exact JSON form. They are the same on every server. */
const asNumber = [21, 23, 26, 700, 701]
const asBoolean = [16]
const asJson = [114, 3802]
/** Arrays of the types above, of text and of uuid. */
const asArray = new Set([199, 1000, 1005, 1007, 1009, 1015, 1021, 1022, 2951, 3807])

/**
 * Converts the values of a row to JSON without loss. Big integers and numerics do not fit into a JSON number, and dates and
 * bytes have no JSON form: they stay the text that the server sent.
 */
export function jsonTypes(library: LibraryTypes): CustomTypesConfig {
  const parsers = new Map<number, Parser>()
  for (const id of asNumber) parsers.set(id, numberOrText)
  for (const id of asBoolean) parsers.set(id, (text) => text === 't')
  for (const id of asJson) parsers.set(id, (text) => JSON.parse(text) as unknown)
  return {
    getTypeParser: ((id: number) => {
      const parser = parsers.get(id)
      if (parser !== undefined) return parser
      if (asArray.has(id)) return library.getTypeParser(id, 'text')
      return (text: string) => text
    }) as CustomTypesConfig['getTypeParser'],
  }
}

/** The database has Infinity and NaN as numbers; JSON does not. */
function numberOrText(text: string): number | string {
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}
