import {
  isEqualJson,
  type JsonObject,
  type JsonValue,
  nameJsonType,
  STATE_LIMITS,
  type StateChange,
  type StateEntry,
} from '#domain/index.ts'
import type { NodeDone, NodeFailed } from '#ports/index.ts'
import { readExpiry } from './state-parameters.ts'

export type Operation = 'get' | 'set' | 'increment' | 'append' | 'delete'

interface OperationCall {
  readonly key: string
  readonly entry: StateEntry | undefined
  readonly now: number
  readonly parameters: JsonObject
}

interface Settled {
  readonly result: NodeDone | NodeFailed
  readonly change?: StateChange
}

type NewValue = { readonly value: JsonValue } | NodeFailed

/** What each operation makes of the stored entry. */
export const OPERATIONS: Readonly<Record<Operation, (call: OperationCall) => Settled>> = {
  get: onValue(({ key, entry, parameters }) => {
    const value = entry?.value ?? parameters['default'] ?? null
    return done({ key, value, exists: entry !== undefined, changed: false })
  }),
  set: onExpected((call) =>
    store(call, { value: call.parameters['value'] ?? null }, readExpiry(call.parameters, call.now)),
  ),
  increment: onExpected((call) => store(call, added(call), expiryOf(call))),
  append: onExpected((call) => store(call, appended(call), expiryOf(call))),
  delete: onExpected(({ key, entry }) => {
    const output = {
      key,
      value: null,
      previous: entry?.value ?? null,
      exists: false,
      changed: entry !== undefined,
    }
    return { ...done(output), ...(entry !== undefined && { change: { kind: 'delete' } }) }
  }),
}

function done(output: JsonObject): Settled {
  return { result: { ok: true, output } }
}

function refuse(code: string, message: string): NodeFailed {
  return { ok: false, code, message, permanent: true }
}

/** The key may belong to an `only_new` node. */
function onValue(operation: (call: OperationCall) => Settled): (call: OperationCall) => Settled {
  return (call) => {
    if (call.entry?.kind !== 'seen') return operation(call)
    const message = `The key "${call.key}" belongs to an \`only_new\` node, which remembers its items there. Use another key.`
    return { result: refuse('STATE_KEY_IN_USE', message) }
  }
}

/** Compare and set. */
function onExpected(operation: (call: OperationCall) => Settled): (call: OperationCall) => Settled {
  return onValue((call) => {
    const { key, entry, parameters } = call
    const value = entry?.value ?? null
    const { expected } = parameters
    if (expected === undefined || isEqualJson(expected, value)) return operation(call)
    return done({ key, value, previous: value, exists: entry !== undefined, changed: false })
  })
}

function store(call: OperationCall, wanted: NewValue, expiresAt: number | null): Settled {
  if ('ok' in wanted) return { result: wanted }
  const { key, entry, parameters } = call
  const { value } = wanted
  const size = Buffer.byteLength(JSON.stringify(value))
  if (size > STATE_LIMITS.valueSize) {
    const message = `The value of "${key}" would have ${size} bytes, but at most ${STATE_LIMITS.valueSize} are allowed. Keep fewer items, or store it elsewhere and remember where.`
    return { result: refuse('STATE_TOO_LARGE', message) }
  }
  const previous = parameters['operation'] === 'append' ? {} : { previous: entry?.value ?? null }
  return {
    ...done({ key, value, ...previous, exists: true, changed: true }),
    change: { kind: 'set', value, expiresAt },
  }
}

function added({ key, entry, parameters }: OperationCall): NewValue {
  const value = entry?.value ?? 0
  if (typeof value !== 'number') {
    return refuse(
      'STATE_NOT_A_NUMBER',
      `The value of "${key}" is ${nameJsonType(value)}, so it cannot be incremented. Use another key, or set it to a number first.`,
    )
  }
  const sum = value + ((parameters['by'] as number | undefined) ?? 1)
  return Number.isFinite(sum)
    ? { value: sum }
    : refuse('STATE_NOT_A_NUMBER', `The value of "${key}" would become too large for a number.`)
}

function appended({ key, entry, parameters }: OperationCall): NewValue {
  const value = entry?.value ?? []
  if (!Array.isArray(value)) {
    return refuse(
      'STATE_NOT_A_LIST',
      `The value of "${key}" is ${nameJsonType(value)}, so nothing can be appended. Use another key, or set it to a list first.`,
    )
  }
  const list = [...(value as readonly JsonValue[]), parameters['value'] ?? null]
  const { keep } = parameters
  return { value: typeof keep === 'number' ? list.slice(-keep) : list }
}

/** The period starts with a new value. */
function expiryOf({ entry, parameters, now }: OperationCall): number | null {
  return entry === undefined ? readExpiry(parameters, now) : entry.expiresAt
}
