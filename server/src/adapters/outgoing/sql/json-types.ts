import type { CustomTypesConfig } from 'pg'

type Parser = (text: string) => unknown

/** Where the library keeps its own parsers. */
interface LibraryTypes {
  getTypeParser(id: number, format: 'text'): unknown
}

/** Built-in types whose text has an exact JSON form; the numbers are the catalogue's, the same on every server. */
const asNumber = [21, 23, 26, 700, 701]
const asBoolean = [16]
const asJson = [114, 3802]
/** Arrays of the above, of text and of uuid. */
const asArray = new Set([199, 1000, 1005, 1007, 1009, 1015, 1021, 1022, 2951, 3807])

/**
 * What a row's values become: JSON, and nothing lost on the way. Big integers and numerics do not fit a JSON number,
 * dates have no JSON form and bytes neither: they stay the text the server sent.
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

/** Infinity and NaN are numbers to the database and nothing to JSON. */
function numberOrText(text: string): number | string {
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}
