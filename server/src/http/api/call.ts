import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { Issue } from '@millrace/contract/errors.ts'
import type { Operation } from '@millrace/contract/operation.ts'
import { type AccountId, invalid } from '#domain/index.ts'
import { hangUpSignal } from './hang-up-signal.ts'
import { CompiledSchema } from '../validation/compiled-schema.ts'

/** A request that was let in and has the shape its operation asks for. */
export interface Call<Params = unknown, Query = unknown, Body = unknown> {
  readonly account: AccountId
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly ifMatch: string | undefined
  /** The last event of a stream that the caller has. */
  readonly lastEventId: string | undefined
  /** Seconds the caller is ready to wait for the end of a run (`Prefer: wait=N`), already bounded. */
  readonly waitSeconds: number
  /** Aborted when the caller hangs up. */
  readonly signal: AbortSignal
}

export type CallOf<O> =
  O extends Operation<infer P extends TSchema, infer Q extends TSchema, infer B extends TSchema>
    ? Call<Static<P>, Static<Q>, Static<B>>
    : never

/**
 * What no schema can say. It is asked even when the schema complains, so that all problems are told at once; therefore
 * it looks only at parts of which `isSound` says that the schema found nothing wrong with them.
 */
export type RequestCheck<O> =
  CallOf<O> extends Call<unknown, infer Query, infer Body>
    ? (request: { query: Query; body: Body }, isSound: (path: string) => boolean) => readonly Issue[]
    : never

export type AnyRequestCheck = (
  request: { query: unknown; body: unknown },
  isSound: (path: string) => boolean,
) => readonly Issue[]

const MAX_WAIT_SECONDS = 60

/** Checks a request against its operation and lists every problem at once. */
export class CallReader {
  readonly #operation: Operation
  readonly #params: CompiledSchema<TSchema> | undefined
  readonly #query: CompiledSchema<TSchema> | undefined
  readonly #body: CompiledSchema<TSchema> | undefined
  readonly #integers: readonly string[]
  readonly #check: AnyRequestCheck | undefined

  constructor(operation: Operation, check?: AnyRequestCheck) {
    this.#check = check
    this.#operation = operation
    this.#params = operation.params && new CompiledSchema(operation.params)
    this.#query = operation.query && new CompiledSchema(operation.query)
    this.#body = operation.body && new CompiledSchema(operation.body)
    this.#integers = integerNames(operation.query)
  }

  read(request: FastifyRequest, account: AccountId, response: ServerResponse): Call {
    const issues: Issue[] = []
    const params = lowerCase(request.params as Record<string, string>)
    const query = this.#readQuery(request.query as Record<string, unknown>)
    const body = this.#readBody(request.body, issues)
    if (this.#params !== undefined) issues.push(...this.#params.check(params))
    if (this.#query !== undefined) issues.push(...this.#query.check(query))
    if (this.#body !== undefined && body !== undefined) issues.push(...this.#body.check(body))
    // A check looks into the body, so it has to be an object at all.
    const hasShape = !issues.some((issue) => issue.path === '')
    if (this.#check !== undefined && hasShape) {
      issues.push(...this.#check({ query, body }, soundness(issues)))
    }
    if (issues.length > 0) throw invalid(issues)
    return new CheckedCall(request, response, account, params, query, body)
  }

  #readBody(body: unknown, issues: Issue[]): unknown {
    if (body !== undefined) return body
    if (this.#body === undefined || this.#operation.bodyOptional === true) return {}
    issues.push({ path: '', message: 'a JSON object is required as the body' })
    return undefined
  }

  /** A query holds texts; the ones that are to be whole numbers and look like it become numbers. */
  #readQuery(raw: Record<string, unknown>): Record<string, unknown> {
    if (this.#integers.length === 0) return raw
    const query = { ...raw }
    for (const name of this.#integers) {
      const text = query[name]
      if (typeof text === 'string' && /^[+-]?\d{1,15}$/.test(text)) query[name] = Number(text)
    }
    return query
  }
}

class CheckedCall implements Call {
  readonly account: AccountId
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly ifMatch: string | undefined
  readonly lastEventId: string | undefined
  readonly waitSeconds: number
  readonly #response: ServerResponse

  constructor(
    request: FastifyRequest,
    response: ServerResponse,
    account: AccountId,
    params: unknown,
    query: unknown,
    body: unknown,
  ) {
    this.account = account
    this.params = params
    this.query = query
    this.body = body
    this.ifMatch = request.headers['if-match']
    this.lastEventId = readOne(request.headers['last-event-id'])
    this.waitSeconds = readWait(request.headers['prefer'])
    this.#response = response
  }

  /**
   * Made when somebody asks: it costs more than all the rest, and most calls never look at it. On the class and not on
   * each object: there V8 makes a hidden class per object, which lives in the old generation and keeps the whole request
   * from being collected young.
   */
  get signal(): AbortSignal {
    return hangUpSignal(this.#response)
  }
}

/** A part is sound when no issue stands at it, inside of it or around it. */
function soundness(issues: readonly Issue[]): (path: string) => boolean {
  const faulty = issues.map((issue) => issue.path)
  return (path) => !faulty.some((at) => at === '' || at === path || isWithin(at, path) || isWithin(path, at))
}

function isWithin(path: string, parent: string): boolean {
  return path.startsWith(`${parent}.`) || path.startsWith(`${parent}[`)
}

function integerNames(schema: TSchema | undefined): string[] {
  const { properties = {} }: SchemaWithProperties = schema ?? {}
  return Object.entries(properties)
    .filter(([, property]) => property.type === 'integer')
    .map(([name]) => name)
}

interface SchemaWithProperties {
  readonly properties?: Readonly<Record<string, { readonly type?: unknown }>>
}

/** UUIDs are the same in either case; the stores keep them in lower case. */
function lowerCase(params: Record<string, string>): Record<string, string> {
  for (const name in params) {
    const value = params[name] ?? ''
    const lowered = value.toLowerCase()
    if (lowered !== value) params[name] = lowered
  }
  return params
}

function readOne(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header
}

function readWait(prefer: string | string[] | undefined): number {
  if (prefer === undefined) return 0
  const seconds = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,9})"?/i.exec(String(prefer))?.[1]
  return seconds === undefined ? 0 : Math.min(Number(seconds), MAX_WAIT_SECONDS)
}
