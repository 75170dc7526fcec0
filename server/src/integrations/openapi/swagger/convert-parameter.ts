import type { JsonObject, JsonValue } from '#domain/index.ts'
import { convertReferences } from './convert-references.ts'

/** The members that describe a parameter itself; all others describe its values. */
const OWN_MEMBERS = new Set(['name', 'in', 'description', 'required', 'collectionFormat', 'allowEmptyValue'])

/** How the entries of a list are separated in a query or a form. */
const QUERY_STYLES: Readonly<Record<string, JsonObject>> = {
  csv: { style: 'form', explode: false },
  multi: { style: 'form', explode: true },
  ssv: { style: 'spaceDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
}
const OTHER_STYLES: Readonly<Record<string, JsonObject>> = { csv: { style: 'simple', explode: false } }

/** Tabs between values have no counterpart in OpenAPI 3.0: the importer skips the operation and names the parameter. */
const NOT_EXPRESSIBLE: JsonObject = { content: { 'text/tab-separated-values': {} } }

/** Converts a parameter in the path, the query or a header. */
export function convertParameter(parameter: JsonObject): JsonObject {
  const { name, in: location, description, required, type } = parameter
  const own: Record<string, JsonValue> = {}
  for (const [key, value] of Object.entries({ name, in: location, description, required })) {
    if (value !== undefined) own[key] = value
  }
  const schema = valueSchema(parameter)
  if (type !== 'array') return { ...own, schema }
  const style = listStyle(parameter)
  return style === undefined ? { ...own, ...NOT_EXPRESSIBLE } : { ...own, ...style, schema }
}

/** The style of a parameter whose value is a list; undefined if there is none. */
export function listStyle({ in: location, collectionFormat }: JsonObject): JsonObject | undefined {
  const styles = location === 'query' || location === 'formData' ? QUERY_STYLES : OTHER_STYLES
  const format = typeof collectionFormat === 'string' ? collectionFormat : 'csv'
  return Object.hasOwn(styles, format) ? styles[format] : undefined
}

export function valueSchema(parameter: JsonObject): JsonObject {
  const members = Object.entries(parameter).filter(([key]) => !OWN_MEMBERS.has(key))
  return convertReferences(Object.fromEntries(members))
}
