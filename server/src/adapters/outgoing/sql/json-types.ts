import type { CustomTypesConfig } from 'pg'
import { parseArray } from './parse-array.ts'

type Parser = (text: string) => unknown

/** Type ids (OIDs) of built-in types whose text has an exact JSON form. They are the same on every server. */
const asNumber = [21, 23, 26, 700, 701]
const asBoolean = [16]
const asJson = [114, 3802]
/** The types of arrays, with the type of their elements: those above, text, varchar and uuid. */
const asArray: readonly (readonly [number, number])[] = [
  [199, 114],
  [1000, 16],
  [1005, 21],
  [1007, 23],
  [1009, 25],
  [1015, 1043],
  [1021, 700],
  [1022, 701],
  [2951, 2950],
  [3807, 3802],
]

/**
 * Converts the values of a row to JSON without loss. Big integers and numerics do not fit into a JSON number, and dates and
 * bytes have no JSON form: they stay the text that the server sent.
 */
export function jsonTypes(): CustomTypesConfig {
  const parsers = new Map<number, Parser>()
  for (const id of asNumber) parsers.set(id, numberOrText)
  for (const id of asBoolean) parsers.set(id, (text) => text === 't')
  for (const id of asJson) parsers.set(id, (text) => JSON.parse(text) as unknown)
  for (const [id, element] of asArray) {
    const parseElement = parsers.get(element) ?? asText
    parsers.set(id, (text) => parseArray(text, parseElement))
  }
  return {
    getTypeParser: ((id: number) => parsers.get(id) ?? asText) as CustomTypesConfig['getTypeParser'],
  }
}

function asText(text: string): string {
  return text
}

/** The database has Infinity and NaN as numbers; JSON does not. */
function numberOrText(text: string): number | string {
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}
