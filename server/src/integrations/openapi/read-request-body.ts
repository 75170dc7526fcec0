import { type ImportedBody, isJsonObject, type JsonObject, type JsonValue } from '#domain/index.ts'
import type { OpenApiDocumentReader } from './document/openapi-document-reader.ts'

export interface ReadRequestBody {
  readonly body: Omit<ImportedBody, 'key'>
  readonly schema: JsonObject
}

/** How to encode each media type, in order of preference. */
const KINDS: readonly { readonly as: ImportedBody['as']; readonly pattern: RegExp }[] = [
  { as: 'json', pattern: /^(?:application|text)\/json\b|\+json\b/i },
  { as: 'form', pattern: /^application\/x-www-form-urlencoded\b/i },
  { as: 'multipart', pattern: /^multipart\/form-data\b/i },
  { as: 'json', pattern: /^\*\/\*$|^application\/\*$/ },
  {
    as: 'text',
    pattern: /^text\/|^application\/(?:xml|yaml|graphql|x-ndjson|sql|javascript)\b|\+(?:xml|yaml)\b/i,
  },
  { as: 'base64', pattern: /^(?:application|image|audio|video)\/[\w.+-]+\b/i },
  // Unregistered media types that the server may still understand.
  { as: 'text', pattern: /^(?!multipart\/)[\w.+-]+\/[\w.+-]+(?:;|$)/ },
]

/** Undefined when the operation has no body. A string explains why the operation cannot be sent. */
export function readRequestBody(
  reader: OpenApiDocumentReader,
  requestBody: JsonValue | undefined,
): ReadRequestBody | string | undefined {
  if (requestBody === undefined || requestBody === null) return undefined
  const given = reader.resolve(requestBody)
  if (typeof given === 'string') return `its body cannot be read: ${given}`
  const { content, required, description } = given
  const types = isJsonObject(content) ? Object.entries(content) : []
  if (types.length === 0) return undefined
  let refusal = `its body is only accepted in formats that are not supported: ${types
    .map(([type]) => type)
    .join(', ')
    .slice(0, 200)}`
  for (const { as, pattern } of KINDS) {
    for (const [type, media] of types) {
      if (!pattern.test(type.trim()) || !isJsonObject(media)) continue
      const read = readMedia(reader, as, type.trim(), media)
      if (typeof read === 'string') refusal = read
      else {
        const help = typeof description === 'string' ? { description: description.slice(0, 2000) } : {}
        return {
          body: { ...read.body, required: required === true },
          schema: { title: 'Body', ...read.schema, ...help },
        }
      }
    }
  }
  return refusal
}

function readMedia(
  reader: OpenApiDocumentReader,
  as: ImportedBody['as'],
  type: string,
  media: JsonObject,
): { readonly body: Omit<ImportedBody, 'key' | 'required'>; readonly schema: JsonObject } | string {
  const schema = isJsonObject(media['schema']) ? media['schema'] : {}
  const resolved = reader.resolve(schema)
  // A schema that cannot be resolved accepts any value.
  const usable = typeof resolved === 'string' ? {} : schema
  const wildcard = type.includes('*')
  switch (as) {
    case 'json':
      return { body: { as, type: wildcard ? 'application/json' : type }, schema: usable }
    case 'text':
      return { body: { as, type }, schema: { type: 'string' } }
    case 'base64':
      return {
        body: { as, type },
        schema: { type: 'string', description: 'The bytes in base64.', contentEncoding: 'base64' },
      }
    case 'form':
    case 'multipart': {
      const files = typeof resolved === 'string' ? [] : listFiles(reader, resolved)
      const required = typeof resolved === 'string' ? [] : (resolved['required'] ?? [])
      const needed = files.find(
        (name) => Array.isArray(required) && (required as readonly JsonValue[]).includes(name),
      )
      if (needed !== undefined) return `its body requires a file (${needed}), and files are not supported`
      const brackets = listBrackets(media['encoding'])
      const separators = listSeparators(media['encoding'])
      return {
        body: {
          as,
          type,
          ...(brackets.length === 0 ? {} : { brackets }),
          ...(Object.keys(separators).length === 0 ? {} : { separators }),
        },
        schema: usable,
      }
    }
    default:
      return as satisfies never
  }
}

/** Lists the fields that are files, which cannot be sent. */
function listFiles(reader: OpenApiDocumentReader, { properties }: JsonObject): readonly string[] {
  if (!isJsonObject(properties)) return []
  return Object.entries(properties).flatMap(([name, given]) => {
    const schema = reader.resolve(given)
    if (typeof schema === 'string') return []
    const { format, contentMediaType, contentEncoding } = schema
    const isFile = format === 'binary' || (contentMediaType !== undefined && contentEncoding === undefined)
    return isFile ? [name] : []
  })
}

function listBrackets(encoding: JsonValue | undefined): readonly string[] {
  if (!isJsonObject(encoding)) return []
  return Object.entries(encoding)
    .filter(([, rules]) => isJsonObject(rules) && rules['style'] === 'deepObject')
    .map(([name]) => name)
}

const SEPARATORS: Readonly<Record<string, string>> = { form: ',', spaceDelimited: ' ', pipeDelimited: '|' }

function listSeparators(encoding: JsonValue | undefined): Readonly<Record<string, string>> {
  if (!isJsonObject(encoding)) return {}
  const found: Record<string, string> = {}
  for (const [name, rules] of Object.entries(encoding)) {
    const { style, explode } = isJsonObject(rules) ? rules : {}
    const separator = typeof style === 'string' && explode === false ? SEPARATORS[style] : undefined
    if (separator !== undefined && name !== '__proto__') found[name] = separator
  }
  return found
}
