import { type JsonObject, type JsonValue, measureJson, type Schedule } from '#domain/index.ts'
import { type CompiledValue, compileValue, describeProblem } from '@millrace/expressions'
import { readSchedule } from '#nodes/schedule/read-schedule.ts'
import {
  FIRST_POLLS,
  MODES,
  POLL_DEFAULTS,
  POLL_MAXIMA,
  POLL_MISFIRES,
  REQUEST_PARAMETERS,
  REQUESTS,
} from './poll-parameters.ts'

/** They are compiled in one piece whenever the workflow is published or checked. */
const MAX_TEMPLATE_BYTES = 32 * 1024

/** The parameters of a `poll` node. */
export interface PollSettings {
  readonly schedule: Schedule
  /** The type of the node kind that sends the request, and its parameters. */
  readonly request: { readonly type: (typeof REQUESTS)[number]; readonly parameters: CompiledValue }
  /** Undefined: see the documentation of each parameter. */
  readonly items: CompiledValue | undefined
  readonly key: CompiledValue | undefined
  readonly cursor: CompiledValue | undefined
  readonly hasMore: CompiledValue | undefined
  readonly mode: (typeof MODES)[number]
  readonly firstPoll: (typeof FIRST_POLLS)[number]
  readonly maxItems: number
  readonly remember: number
  readonly timeoutMs: number
}

export interface PollProblem {
  readonly parameter: string
  readonly message: string
}

export type ReadPoll =
  | { readonly ok: true; readonly poll: PollSettings }
  | { readonly ok: false; readonly problems: readonly PollProblem[] }

interface ReadOptions {
  /**
   * What happens to long expressions. By default they are problems. What was published by a version without this limit must
   * go on, so its expressions are accepted, or skipped where they are not evaluated.
   */
  readonly long?: 'refuse' | 'accept' | 'skip'
}

/** Expressions that are too long for a new poll, but do not keep its runs from running. */
export function findLongInPoll(data: JsonObject): readonly PollProblem[] {
  const read = readPoll(data, { long: 'skip' }).ok ? readPoll(data) : undefined
  return read?.ok === false ? read.problems : []
}

/** Reads the parameters of a `poll` node and reports all problems together. */
export function readPoll(data: JsonObject, { long = 'refuse' }: ReadOptions = {}): ReadPoll {
  const problems: PollProblem[] = []
  const report = (parameter: string, message: string) => problems.push({ parameter, message })

  function choose<T extends string>(name: string, choices: readonly [T, ...T[]]): T {
    const choice = choices.find((known) => known === (data[name] ?? choices[0]))
    if (choice === undefined) report(name, `\`${name}\` must be one of ${choices.join(', ')}.`)
    return choice ?? choices[0]
  }
  function count(name: string, fallback: number, maximum: number): number {
    const value = data[name] ?? fallback
    if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maximum) return value
    report(name, `\`${name}\` must be a whole number from 1 to ${maximum}.`)
    return fallback
  }
  function compile(name: string, value: JsonValue | undefined): CompiledValue | undefined {
    if (value === undefined || value === null || value === '') return undefined
    if (long !== 'accept' && measureJson(value, MAX_TEMPLATE_BYTES) > MAX_TEMPLATE_BYTES) {
      const limit = MAX_TEMPLATE_BYTES / 1024
      if (long === 'refuse') report(name, `\`${name}\` must not be larger than ${limit} KiB.`)
      return undefined
    }
    const compiled = compileValue(value)
    if (compiled.ok) return compiled.value
    for (const problem of compiled.errors) report(name, `\`${name}\`: ${describeProblem(problem)}`)
    return undefined
  }

  const misfire = choose('misfire', POLL_MISFIRES)
  const schedule = readSchedule({ ...data, misfire })
  if (!schedule.ok) problems.push(...schedule.problems)
  const type = choose('request', REQUESTS)
  const settings = {
    request: { type, parameters: readRequest(type, data, { report, compile }) },
    items: compile('items', data['items']),
    key: compile('key', data['key']),
    cursor: compile('cursor', data['cursor']),
    hasMore: compile('has_more', data['has_more']),
    mode: choose('mode', MODES),
    firstPoll: choose('first_poll', FIRST_POLLS),
    maxItems: count('max_items', POLL_DEFAULTS.maxItems, POLL_MAXIMA.maxItems),
    remember: count('remember', POLL_DEFAULTS.remember, POLL_MAXIMA.remember),
    timeoutMs: 1_000 * count('timeout_seconds', POLL_DEFAULTS.timeoutSeconds, POLL_MAXIMA.timeoutSeconds),
  }
  return problems.length > 0 || !schedule.ok
    ? { ok: false, problems }
    : { ok: true, poll: { ...settings, schedule: schedule.schedule } }
}

interface Reader {
  report(parameter: string, message: string): void
  compile(name: string, value: JsonValue | undefined): CompiledValue | undefined
}

function readRequest(
  type: (typeof REQUESTS)[number],
  data: JsonObject,
  { report, compile }: Reader,
): CompiledValue {
  const isSet = (name: string) => (data[name] ?? '') !== ''
  if (type === 'http' && !isSet('url')) report('url', '`url` must be the URL to fetch.')
  if (type === 'integration') {
    if (isSet('integration_id') === isSet('type')) {
      report('integration_id', 'set either `integration_id` or `type`.')
    }
    if (!isSet('action')) report('action', '`action` must be the name of an action of the integration.')
  }
  const given = REQUEST_PARAMETERS[type].filter(isSet)
  // Each is compiled on its own, so that a problem names its parameter.
  const good = given.filter((name) => compile(name, data[name]) !== undefined)
  const compiled = compileValue(Object.fromEntries(good.map((name) => [name, data[name] as JsonValue])))
  return compiled.ok ? compiled.value : NOTHING
}

const NOTHING: CompiledValue = (() => {
  const compiled = compileValue({})
  if (!compiled.ok) throw new Error('An empty object compiles.')
  return compiled.value
})()
