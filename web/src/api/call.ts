import { fetchResponse, readEnvelope } from './client.ts'
import type { AnyOperation, Data, Meta, OperationInput } from './operation-handle.ts'

interface RequestSettings {
  /** The ETag that the resource must still have; otherwise the server answers 412. */
  ifMatch?: string | undefined
  /** The ETag of the state that is known here: see `callIfChanged`. */
  ifNoneMatch?: string | undefined
  /** Repeating a request with the same key has no further effect. */
  idempotencyKey?: string | undefined
  /** Such as `wait=5`. */
  prefer?: string | undefined
  signal?: AbortSignal | undefined
}

export type CallOptions<Operation> = OperationInput<Operation> & RequestSettings

type CallArguments<Operation> =
  Record<string, never> extends OperationInput<Operation>
    ? [options?: CallOptions<Operation>]
    : [options: CallOptions<Operation>]

export interface CallResult<Operation> {
  data: Data<Operation>
  meta: Meta<Operation>
  etag: string | undefined
}

/** Calls an operation of the API with the session of the user. Throws an `ApiError` if it fails. */
export async function call<Operation extends AnyOperation>(
  operation: Operation,
  ...[options]: CallArguments<Operation>
): Promise<CallResult<Operation>> {
  const response = await fetchOperation(operation, ...([options] as unknown as CallArguments<Operation>))
  return readResult(response)
}

/** Like `call`; undefined if the state is still the one of `ifNoneMatch`. */
export async function callIfChanged<Operation extends AnyOperation>(
  operation: Operation,
  options: CallOptions<Operation>,
): Promise<CallResult<Operation> | undefined> {
  const response = await fetchOperation(operation, ...([options] as unknown as CallArguments<Operation>))
  return response.status === 304 ? undefined : readResult(response)
}

async function readResult<Operation extends AnyOperation>(
  response: Response,
): Promise<CallResult<Operation>> {
  const { data, meta } = await readEnvelope(response)
  return {
    data: data as Data<Operation>,
    meta: meta as Meta<Operation>,
    etag: strongTag(response.headers.get('ETag')),
  }
}

/** A proxy that compresses responses weakens their tags, and a weak tag never matches as a precondition. */
function strongTag(tag: string | null): string | undefined {
  return tag?.replace(/^W\//, '')
}

/** Like `call`, for operations whose response has no envelope, and for responses to be read piece by piece. */
export function fetchOperation<Operation extends AnyOperation>(
  operation: Operation,
  ...[options]: CallArguments<Operation>
): Promise<Response> {
  const { params, query, body, ifMatch, ifNoneMatch, idempotencyKey, prefer, signal } = (options ??
    {}) as Settings
  const headers: Record<string, string> = {}
  if (ifMatch !== undefined) headers['If-Match'] = ifMatch
  if (ifNoneMatch !== undefined) headers['If-None-Match'] = ifNoneMatch
  if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey
  if (prefer !== undefined) headers['prefer'] = prefer
  return fetchResponse(operation.method, addressOf(operation, { params, query }), { body, headers, signal })
}

interface Settings extends RequestSettings {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

/** The address of an operation, for links, downloads and event streams. */
export function operationUrl<Operation extends AnyOperation>(
  operation: Operation,
  input: Pick<OperationInput<Operation>, Extract<keyof OperationInput<Operation>, 'params' | 'query'>>,
): string {
  return addressOf(operation, input)
}

function addressOf(
  { path }: AnyOperation,
  { params = {}, query = {} }: { params?: Record<string, string> | undefined; query?: object | undefined },
): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${path} requires the parameter "${name}"`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  return `/app/v1${filled}${search.size > 0 ? `?${search.toString()}` : ''}`
}
