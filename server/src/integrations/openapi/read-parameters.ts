import { type ImportedParameter, isJsonObject, type JsonObject, type JsonValue } from '#domain/index.ts'
import type { OpenApiDocumentReader } from './document/openapi-document-reader.ts'

export interface ReadParameter {
  readonly parameter: Omit<ImportedParameter, 'key'>
  readonly schema: JsonObject
}

/** Headers that are not parameters, by the specification or because the HTTP client sets them. */
const IGNORED_HEADERS = new Set([
  'accept',
  'content-type',
  'authorization',
  'host',
  'content-length',
  'connection',
  'transfer-encoding',
  'expect',
])

const STYLES: Readonly<Record<ImportedParameter['in'], readonly ImportedParameter['style'][]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
}

/** Reads the parameters of an operation and its path; those of the operation win. A string explains why it cannot be sent. */
export function readParameters(
  reader: OpenApiDocumentReader,
  path: string,
  lists: readonly (JsonValue | undefined)[],
): readonly ReadParameter[] | string {
  const found = new Map<string, ReadParameter>()
  for (const given of lists.flatMap((list) => (Array.isArray(list) ? (list as readonly JsonValue[]) : []))) {
    const raw = reader.resolve(given)
    if (typeof raw === 'string') return `a parameter cannot be read: ${raw}`
    const read = readParameter(reader, raw)
    if (typeof read === 'string') return read
    if (read !== undefined) found.set(`${read.parameter.in} ${read.parameter.name}`, read)
  }
  const inPath = listPathParameters(path)
  for (const name of inPath) {
    // A placeholder in the path is a parameter even if the document does not declare it.
    if (!found.has(`path ${name}`)) {
      found.set(`path ${name}`, {
        parameter: { name, in: 'path', style: 'simple', explode: false, required: true },
        schema: { type: 'string' },
      })
    }
  }
  return [...found.values()].filter(({ parameter }) => parameter.in !== 'path' || inPath.has(parameter.name))
}

function listPathParameters(path: string): ReadonlySet<string> {
  return new Set([...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name))
}

function readParameter(reader: OpenApiDocumentReader, raw: JsonObject): ReadParameter | string | undefined {
  const { name, in: location, style, explode, required, allowReserved, description } = raw
  if (typeof name !== 'string' || typeof location !== 'string' || !Object.hasOwn(STYLES, location)) {
    return 'a parameter has no valid `name` or `in`'
  }
  const where = location as ImportedParameter['in']
  if (where === 'header' && IGNORED_HEADERS.has(name.toLowerCase())) return undefined
  const content = readContent(raw)
  if (content === undefined) return `the parameter ${name} has a content type that is not supported`
  const [fallback = 'simple'] = STYLES[where]
  const chosen = content.isJson ? 'json' : (STYLES[where].find((one) => one === style) ?? fallback)
  const help = typeof description === 'string' ? { description: description.slice(0, 2000) } : {}
  const resolved = reader.resolve(content.schema)
  const title =
    isJsonObject(content.schema) && typeof content.schema['title'] === 'string' ? {} : { title: name }
  return {
    parameter: {
      name,
      in: where,
      style: chosen,
      explode: typeof explode === 'boolean' ? explode : chosen === 'form',
      required: required === true || where === 'path',
      ...(allowReserved === true && where === 'query' ? { reserved: true } : {}),
    },
    // A schema that cannot be resolved accepts any value.
    schema: { ...(typeof resolved === 'string' ? {} : content.schema), ...title, ...help },
  }
}

/** Reads the schema of a parameter, or its single media type, which must be JSON. */
function readContent({ schema, content }: JsonObject): { schema: JsonObject; isJson: boolean } | undefined {
  if (!isJsonObject(content)) return { schema: isJsonObject(schema) ? schema : {}, isJson: false }
  const [entry] = Object.entries(content)
  if (entry === undefined || !/\bjson\b/i.test(entry[0]) || !isJsonObject(entry[1])) return undefined
  const inner = entry[1]['schema']
  return { schema: isJsonObject(inner) ? inner : {}, isJson: true }
}
