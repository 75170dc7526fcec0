import { createHash } from 'node:crypto'
import {
  type AccountId,
  compileSchema,
  describeMismatch,
  type FetchedItem,
  type FetchedItems,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Paused,
} from '#domain/index.ts'
import { finish } from '#http/index.ts'
import { keyOf, type PollSettings, READ_AS_TEXT } from '#nodes/index.ts'
import type { NodeFailed, NodeKind } from '#ports/index.ts'
import { type CompiledValue, ExpressionError, type Scope } from '@millrace/expressions'

const MAX_ITEMS = 10_000
/** In characters of its JSON. */
const MAX_CURSOR_SIZE = 16 * 1024
/** In place of advice for the `http` node: a poll has no such parameter. */
const CHECK_REQUEST = 'A poll cannot read it. Check the URL and the headers of the request.'

export const LONG_CURSOR = `has more than ${MAX_CURSOR_SIZE / 1024} KiB`

export function isLongCursor(cursor: JsonValue): boolean {
  return JSON.stringify(cursor).length > MAX_CURSOR_SIZE
}

export interface FetchRequest {
  readonly settings: PollSettings
  readonly account: AccountId
  readonly credentialId: string | undefined
  readonly cursor: JsonValue
  /** Of the workflow. */
  readonly variables: JsonObject
  /** Of the account. */
  readonly vars: JsonObject
  /** Identifies the poll for the service that is asked. */
  readonly id: string
  readonly now: number
  readonly signal: AbortSignal
}

/** What a poll found, with the list as the service returned it. */
export interface Fetched extends FetchedItems {
  readonly list: readonly JsonValue[]
}

/** Sends the request of a poll and reads its items. Only bugs throw. */
export async function fetchItems(
  kinds: readonly NodeKind[],
  request: FetchRequest,
): Promise<Fetched | NodeFailed> {
  try {
    const { settings, cursor } = request
    // For everything together: with a long list, the keys take time as well.
    const timeout = AbortSignal.timeout(settings.timeoutMs)
    const response = await sendRequest(kinds, request, timeout)
    if ('ok' in response) return response
    const { output } = response
    const found = settings.items === undefined ? defaultItems(request, output) : undefined
    const items = found ?? settings.items?.evaluate(scopeOf(request, { previous: output })) ?? null
    if (!Array.isArray(items)) return refuseItems(items)
    const list = items as readonly JsonValue[]
    if (list.length > MAX_ITEMS) {
      const message = `The response has ${list.length} items, but a poll can read at most ${MAX_ITEMS}. Ask for fewer items in the request, for example with the cursor.`
      return fail('INVALID_ITEMS', message)
    }
    const keyed = await finish(readKeys({ ...request, timeout }, list, output))
    if (!Array.isArray(keyed)) return keyed
    const scope = scopeOf(request, { previous: output, input: { cursor, items: list } })
    const next = settings.cursor?.evaluate(scope) ?? null
    const hasMore = settings.hasMore?.evaluate(scope) === true
    if (isLongCursor(next)) return fail('INVALID_ITEMS', `The cursor ${LONG_CURSOR}.`)
    return { list, items: keyed, cursor: next === '' ? null : next, hasMore }
  } catch (error) {
    if (error instanceof ExpressionError) return fail('EXPRESSION_FAILED', error.message)
    throw error
  }
}

async function sendRequest(
  kinds: readonly NodeKind[],
  request: FetchRequest,
  timeout: AbortSignal,
): Promise<{ readonly output: JsonValue } | NodeFailed> {
  const { settings, account, credentialId, id, now } = request
  const { type, parameters: compiled } = settings.request
  const kind = kinds.find((one) => one.type === type)
  if (kind === undefined) throw new Error(`A poll needs the node kind "${type}", which does not exist.`)
  const parameters = compiled.evaluate(scopeOf(request, {})) as JsonObject
  const validator = compileSchema(kind.parameters)
  if (!validator.Check(parameters)) {
    return fail('INVALID_PARAMETERS', `In this poll, ${describeMismatch(validator, parameters).message}`)
  }
  const { timeoutMs } = settings
  const signal = AbortSignal.any([request.signal, timeout])
  const isAborted = new Promise<NodeFailed>((resolve) => {
    signal.addEventListener('abort', () => resolve(timedOut(settings)), { once: true })
  })
  const answer = Promise.resolve(
    kind.run({
      parameters,
      credentialId,
      account,
      signal,
      timeoutMs,
      now,
      previous: null,
      executionId: id,
      attempt: 1,
      inputs: () => [],
      scope: () => ({}),
      log: () => undefined,
      idempotencyKey: () => id,
      suspendTimeout: () => () => undefined,
      compute: finish,
    }),
  )
  const result = await Promise.race([answer, isAborted])
  // What a client reports about an aborted request is of no interest.
  if (signal.aborted) answer.catch(() => undefined)
  if (!('ok' in result)) throw new Error(`A poll needs a result of the node kind "${type}".`)
  if (result.ok) return { output: result.output }
  return { ...result, message: result.message.replace(READ_AS_TEXT, CHECK_REQUEST) }
}

function defaultItems({ settings }: FetchRequest, output: JsonValue): JsonValue {
  if (settings.request.type === 'integration') return output
  return (isJsonObject(output) ? output['body'] : undefined) ?? null
}

/** Others have their turn between any two items: how long an expression takes depends on the item. */
function* readKeys(
  request: FetchRequest & { readonly timeout: AbortSignal },
  list: readonly JsonValue[],
  previous: JsonValue,
): Paused<FetchedItem[] | NodeFailed> {
  const { key: expression } = request.settings
  const byKey = new Map<string, FetchedItem>()
  for (const [index, item] of list.entries()) {
    if (request.timeout.aborted || request.signal.aborted) return timedOut(request.settings)
    const value = readKey(expression, item, () => scopeOf(request, { previous, item, index }))
    if (value === null || value === '') {
      return fail(
        'INVALID_ITEMS',
        `The key of item ${index + 1} is empty. Set \`key\` to what identifies an item.`,
      )
    }
    const key = toName(keyOf([value]))
    if (!byKey.has(key)) byKey.set(key, { key, item })
    yield
  }
  return [...byKey.values()]
}

function readKey(expression: CompiledValue | undefined, item: JsonValue, scope: () => Scope): JsonValue {
  if (expression !== undefined) return expression.evaluate(scope())
  const id = isJsonObject(item) ? item['id'] : undefined
  return typeof id === 'string' || typeof id === 'number' ? id : item
}

/** Long texts, and characters that a database may refuse, are replaced by their hash. */
function toName(key: string): string {
  if (/^[\x20-\x7e]{1,64}$/.test(key)) return key
  return `#${createHash('sha256').update(key).digest('base64url')}`
}

interface PollView {
  readonly previous?: JsonValue
  readonly input?: JsonObject
  readonly item?: JsonValue
  readonly index?: number
}

/** There is no run yet: `input` has the cursor, and `previous` is the response. */
function scopeOf({ cursor, variables, vars, now }: FetchRequest, view: PollView): Scope {
  return {
    input: view.input ?? { cursor },
    previous: view.previous ?? null,
    nodes: () => undefined,
    nodeNames: [],
    variables,
    vars,
    execution: {},
    now,
    ...(view.item !== undefined && { item: view.item, index: view.index }),
  }
}

function refuseItems(found: JsonValue): NodeFailed {
  const what = found === null ? 'empty' : isJsonObject(found) ? 'an object' : `a ${typeof found}`
  return fail(
    'INVALID_ITEMS',
    `The items of the response must be a list, but they are ${what}. Set \`items\` to the list in the response, such as \`{{ previous.body.orders }}\`.`,
  )
}

function timedOut({ timeoutMs }: PollSettings): NodeFailed {
  return fail('TIMED_OUT', `The poll took longer than ${timeoutMs / 1_000} s.`)
}

function fail(code: string, message: string): NodeFailed {
  return { ok: false, code, message }
}
