import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { Issue } from '@millrace/contract/errors.ts'
import type { Operation } from '@millrace/contract/operation.ts'
import type { Scope } from '@millrace/contract/scopes.ts'
import { type AccountId, type Actor, invalid, refuseMissingScope } from '#domain/index.ts'
import type { AccessWatch } from '../access/access-watch.ts'
import { openAnswerSignal } from '../access/open-answer-signal.ts'
import type { ReceivedForm } from '../uploads/receive-form.ts'
import type { ReceivedContent } from '../uploads/receive-upload.ts'
import { CompiledSchema } from '../validation/compiled-schema.ts'
import { describeIgnoredFields } from '../validation/ignored-fields.ts'

/** An admitted request that matches the schemas of its operation. */
export interface Call<Params = unknown, Query = unknown, Body = unknown> {
  readonly account: AccountId
  /** Who sent the request. */
  readonly actor: Actor
  /** What the sender may do. An answer must not help it to do more. */
  readonly scopes: readonly Scope[]
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /**
   * The long text of the body, in UTF-8, if it came in a body above the usual limit; the body has the digest in its position
   * (`longText` of the operation).
   */
  readonly longText: Uint8Array<ArrayBuffer> | undefined
  /** The file that the request brought, if its operation is an upload. */
  readonly upload: ReceivedContent | undefined
  /** The parts of a multipart body, if the operation accepts one. The body has their texts and what is known of their files. */
  readonly form: ReceivedForm | undefined
  /** Sentences about fields of the body that were ignored, for `meta.warnings` of the answer. */
  readonly warnings: readonly string[]
  readonly ifMatch: string | undefined
  /** The headers `Range` and `If-Range`. */
  readonly range: string | undefined
  readonly ifRange: string | undefined
  /** The last event of the stream that the client received. */
  readonly lastEventId: string | undefined
  /** Seconds that the client waits for the end of a run (`Prefer: wait=N`), already bounded. */
  readonly waitSeconds: number
  /** Aborted when the client disconnects or the sender loses access: the answer is then not sent. */
  readonly signal: AbortSignal
}

export type CallOf<O> =
  O extends Operation<infer P extends TSchema, infer Q extends TSchema, infer B extends TSchema>
    ? Call<Static<P>, Static<Q>, Static<B>>
    : never

/**
 * Checks that a schema cannot express. They run even if the schemas report issues, so that one answer lists all of them;
 * a check must therefore skip values that `isValid` reports as faulty.
 */
export type RequestCheck<O> =
  CallOf<O> extends Call<unknown, infer Query, infer Body>
    ? (request: { query: Query; body: Body }, isValid: (path: string) => boolean) => readonly Issue[]
    : never

export type AnyRequestCheck = (
  request: { query: unknown; body: unknown },
  isValid: (path: string) => boolean,
) => readonly Issue[]

const MAX_WAIT_SECONDS = 60

/** What came with a request apart from its JSON body. */
export interface LargeContent {
  readonly longText?: Uint8Array<ArrayBuffer> | undefined
  readonly upload?: ReceivedContent | undefined
  readonly form?: ReceivedForm | undefined
}

/** Checks a request against its operation and reports all issues together. */
export class CallReader {
  readonly #operation: Operation
  readonly #params: CompiledSchema<TSchema> | undefined
  readonly #query: CompiledSchema<TSchema> | undefined
  readonly #body: CompiledSchema<TSchema> | undefined
  readonly #integers: readonly string[]
  /** The parameters of the path that are ids. */
  readonly #ids: readonly string[]
  readonly #check: AnyRequestCheck | undefined
  readonly #access: AccessWatch

  constructor(operation: Operation, access: AccessWatch, check?: AnyRequestCheck) {
    this.#check = check
    this.#access = access
    this.#operation = operation
    this.#params = operation.params && new CompiledSchema(operation.params)
    this.#query = operation.query && new CompiledSchema(operation.query)
    this.#body = operation.body && new CompiledSchema(operation.body)
    this.#integers = namesWith(operation.query, ({ type }) => type === 'integer')
    this.#ids = namesWith(operation.params, ({ format }) => format === 'uuid')
  }

  read(
    request: FastifyRequest,
    response: ServerResponse,
    { longText, upload, form }: LargeContent = {},
  ): Call {
    const issues: Issue[] = []
    const params = lowerCase(request.params as Record<string, string>, this.#ids)
    const query = this.#readQuery(request.query as Record<string, unknown>)
    const body = this.#readBody(request.body, issues)
    if (this.#params !== undefined) issues.push(...this.#params.check(params))
    if (this.#query !== undefined) issues.push(...this.#query.check(query))
    if (this.#body !== undefined && body !== undefined) issues.push(...this.#body.check(body))
    // Checks read members of the body, so it must be an object.
    const hasShape = !issues.some((issue) => issue.path === '')
    if (this.#check !== undefined && hasShape) {
      issues.push(...this.#check({ query, body }, validity(issues)))
    }
    if (issues.length > 0) throw invalid(issues)
    const warnings = describeIgnoredFields(this.#operation, body)
    const checked = { params, query, body, longText, upload, form, warnings }
    return new CheckedCall({ request, response, access: this.#access }, checked)
  }

  #readBody(body: unknown, issues: Issue[]): unknown {
    if (body !== undefined) return body
    if (this.#body === undefined || this.#operation.bodyOptional === true) return {}
    issues.push({ path: '', message: 'must be a JSON object' })
    return undefined
  }

  /** Query values are strings; those declared as integers become numbers if they look like one. */
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

/** What the signal of a call depends on. */
interface CallOrigin {
  readonly request: FastifyRequest
  readonly response: ServerResponse
  readonly access: AccessWatch
}

class CheckedCall implements Call {
  readonly account: AccountId
  readonly actor: Actor
  readonly scopes: readonly Scope[]
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly longText: Uint8Array<ArrayBuffer> | undefined
  readonly upload: ReceivedContent | undefined
  readonly form: ReceivedForm | undefined
  readonly warnings: readonly string[]
  readonly ifMatch: string | undefined
  readonly range: string | undefined
  readonly ifRange: string | undefined
  readonly lastEventId: string | undefined
  readonly waitSeconds: number
  readonly #origin: CallOrigin

  constructor(
    origin: CallOrigin,
    checked: Pick<Call, 'params' | 'query' | 'body' | 'longText' | 'upload' | 'form' | 'warnings'>,
  ) {
    const { request } = origin
    const { caller } = request
    this.account = caller.account.id
    this.actor = caller.actor
    this.scopes = caller.scopes
    this.params = checked.params
    this.query = checked.query
    this.body = checked.body
    this.longText = checked.longText
    this.upload = checked.upload
    this.form = checked.form
    this.warnings = checked.warnings
    this.ifMatch = request.headers['if-match']
    this.range = request.headers.range
    this.ifRange = readOne(request.headers['if-range'])
    this.lastEventId = readOne(request.headers['last-event-id'])
    this.waitSeconds = readWait(request.headers['prefer'])
    this.#origin = origin
  }

  /**
   * Created on first access: it costs more than everything else here, and most handlers never use it. A getter of the
   * class and not of each object: for the latter V8 creates a hidden class per object, which lives in the old generation
   * and keeps the whole request from being collected young.
   */
  get signal(): AbortSignal {
    const { request, response, access } = this.#origin
    const { entrance } = request.server
    return openAnswerSignal(response, access, {
      caller: request.caller,
      proof: entrance.proofOf(request),
      readmit: (proof) => entrance.readmit(proof),
      require(caller) {
        const { operation } = request
        if (operation !== undefined) refuseMissingScope(caller, operation.scope)
      },
    })
  }
}

/** A value is valid if no issue is reported for it, for a part of it, or for a value around it. */
function validity(issues: readonly Issue[]): (path: string) => boolean {
  const faulty = issues.map((issue) => issue.path)
  return (path) => !faulty.some((at) => at === '' || at === path || isWithin(at, path) || isWithin(path, at))
}

function isWithin(path: string, parent: string): boolean {
  return path.startsWith(`${parent}.`) || path.startsWith(`${parent}[`)
}

function namesWith(schema: TSchema | undefined, matches: (property: PropertySchema) => boolean): string[] {
  const { properties = {} }: SchemaWithProperties = schema ?? {}
  return Object.entries(properties)
    .filter(([, property]) => matches(property))
    .map(([name]) => name)
}

interface PropertySchema {
  readonly type?: unknown
  readonly format?: unknown
}

interface SchemaWithProperties {
  readonly properties?: Readonly<Record<string, PropertySchema>>
}

/** UUIDs are case-insensitive; the stores hold them in lower case. */
function lowerCase(params: Record<string, string>, names: readonly string[]): Record<string, string> {
  for (const name of names) {
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
