import {
  type AccountId,
  AppError,
  invalid,
  type JsonObject,
  type JsonValue,
  toFileValue,
} from '#domain/index.ts'
import {
  accepted,
  FORBIDDEN_KEYS,
  type InboundCall,
  type InboundContent,
  parseForm,
  refuseCompressed,
} from '#http/index.ts'
import type { Files, FileSource } from '#ports/index.ts'
import { SIGNATURE_HEADERS } from './signature-styles.ts'

const SECRET_HEADERS = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'x-api-key',
  ...SIGNATURE_HEADERS,
])

/** In one multipart form. */
const MAX_FILES = 20

/** The request as input of the run. Secrets and signatures are removed: executions are stored and many people read them. */
export async function readInboundInput(
  call: InboundCall,
  secretHeader: string,
  { account, store }: Receiver,
): Promise<JsonObject> {
  const headers: Record<string, JsonValue> = {}
  for (const [name, value] of Object.entries(call.headers)) {
    if (value === undefined || SECRET_HEADERS.has(name) || name === secretHeader) continue
    headers[name] = typeof value === 'string' ? value : value.join(', ')
  }
  return {
    method: call.method,
    path: call.path,
    query: toObject(call.query, 'query'),
    headers,
    body: await (call.content === undefined
      ? readBody(call, account)
      : readContent(call.content, call, store)),
  }
}

interface Receiver {
  readonly account: AccountId
  readonly store: StoreContent
}

type StoreContent = (source: FileSource) => ReturnType<Files['create']>

/** A multipart form becomes an object of texts and files, and everything else becomes a file. */
async function readContent(
  content: InboundContent,
  { contentType }: InboundCall,
  store: StoreContent,
): Promise<JsonValue> {
  if (content.announcedBytes === 0) return null
  if (!content.isMultipart) {
    const { announcedBytes } = content
    const source = { name: undefined, mediaType: contentType, chunks: content.chunks(), announcedBytes }
    const { file } = accepted(await store(source))
    return toFileValue(file)
  }
  const values = new Map<string, JsonValue[]>()
  const add = (name: string, value: JsonValue) => {
    if (FORBIDDEN_KEYS.has(name)) {
      throw invalid([{ path: 'body', message: `must not use "${name}" as a name` }])
    }
    values.set(name, [...(values.get(name) ?? []), value])
  }
  await content.parts({
    maxFiles: MAX_FILES,
    onField: add,
    async onFile({ field, name, mediaType, chunks }) {
      const { file } = accepted(await store({ name, mediaType, chunks }))
      add(field, toFileValue(file))
    },
  })
  return Object.fromEntries(
    [...values].map(([name, all]) => [name, all.length === 1 ? (all[0] ?? null) : all]),
  )
}

/** JSON and forms become data, and texts become strings. */
async function readBody(
  { body, contentType, headers, readJson, inTurn }: InboundCall,
  account: AccountId,
): Promise<JsonValue> {
  if (body.length === 0) return null
  refuseCompressed(headers)
  const type = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase()
  if (type === 'application/json' || type.endsWith('+json')) return (await readJson(account)) as JsonValue
  if (type === 'application/x-www-form-urlencoded') {
    return inTurn(account, () => toObject(parseForm(readText(body)), 'body'))
  }
  return readText(body)
}

function readText(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    throw new AppError('VALIDATION_ERROR', 'The body is not valid UTF-8.', {
      issues: [{ path: '', message: 'must be UTF-8 text' }],
    })
  }
}

/** A name that occurs more than once becomes a list. */
function toObject(pairs: URLSearchParams, path: string): JsonObject {
  const values = new Map<string, string[]>()
  for (const [name, value] of pairs) {
    if (FORBIDDEN_KEYS.has(name)) throw invalid([{ path, message: `must not use "${name}" as a name` }])
    const earlier = values.get(name)
    if (earlier === undefined) values.set(name, [value])
    else earlier.push(value)
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? (all[0] ?? '') : all]))
}
