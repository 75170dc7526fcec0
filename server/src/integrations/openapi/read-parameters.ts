import { type ImportedParameter, isJsonObject, type JsonObject, type JsonValue } from '#domain/index.ts'
import type { DocumentReader } from './document-reader.ts'

export interface ReadParameter {
  readonly parameter: Omit<ImportedParameter, 'key'>
  readonly schema: JsonObject
}

/** The specification says that these are no parameters; the others are set by whatever sends the request. */
const NO_PARAMETERS = new Set([
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

/** The parameters of an operation and its path; those of the operation win. A text says why it cannot be sent. */
export function readParameters(
  reader: DocumentReader,
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
  for (const name of listSlots(path)) {
    // What a path has a place for is a parameter, whether or not anybody says so.
    if (!found.has(`path ${name}`)) {
      found.set(`path ${name}`, {
        parameter: { name, in: 'path', style: 'simple', explode: false, required: true },
        schema: { type: 'string' },
      })
    }
  }
  return [...found.values()].filter(
    ({ parameter }) => parameter.in !== 'path' || listSlots(path).has(parameter.name),
  )
}

function listSlots(path: string): ReadonlySet<string> {
  return new Set([...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name))
}

function readParameter(reader: DocumentReader, raw: JsonObject): ReadParameter | string | undefined {
  const { name, in: place, style, explode, required, allowReserved, description } = raw
  if (typeof name !== 'string' || typeof place !== 'string' || !Object.hasOwn(STYLES, place)) {
    return 'a parameter has no name or no place'
  }
  const where = place as ImportedParameter['in']
  if (where === 'header' && NO_PARAMETERS.has(name.toLowerCase())) return undefined
  const content = readContent(raw)
  if (content === undefined) return `the parameter ${name} is written in a way that is not supported`
  const [usual = 'simple'] = STYLES[where]
  const chosen = content.isJson ? 'json' : (STYLES[where].find((one) => one === style) ?? usual)
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
    // A schema that cannot be found is one that says nothing.
    schema: { ...(typeof resolved === 'string' ? {} : content.schema), ...title, ...help },
  }
}

/** A parameter has a schema, or one media type, of which only JSON can be written. */
function readContent({ schema, content }: JsonObject): { schema: JsonObject; isJson: boolean } | undefined {
  if (!isJsonObject(content)) return { schema: isJsonObject(schema) ? schema : {}, isJson: false }
  const [entry] = Object.entries(content)
  if (entry === undefined || !/\bjson\b/i.test(entry[0]) || !isJsonObject(entry[1])) return undefined
  const inner = entry[1]['schema']
  return { schema: isJsonObject(inner) ? inner : {}, isJson: true }
}
