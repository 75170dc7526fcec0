import type { TSchema } from 'typebox'
import type { Scope } from './scopes.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** One request a reader can try, with the answer it gets; a test runs every one of them. */
export interface OperationExample {
  readonly body?: unknown
  readonly query?: string
  /** The state of the execution in the path: one that waits for the event `order.paid`. One that ended unless told. */
  readonly execution?: 'waiting'
}

/**
 * One operation of the interface, as data. The router, the validation, the OpenAPI document,
 * the reference page and the tests that walk "every operation" all read this.
 */
export interface Operation<
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Data extends TSchema = TSchema,
> {
  readonly id: string
  readonly method: Method
  /** Relative to the version segment, with `:name` parameters. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly scope: Scope
  /** Beyond the specification: marked `x-extension` in the OpenAPI document. */
  readonly extension?: boolean
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** A request without a body counts as `{}`. */
  readonly bodyOptional?: boolean
  readonly success: {
    readonly status: 200 | 201 | 202
    readonly description: string
    readonly data: Data
    readonly meta?: TSchema
    /** Another form than JSON: `data` is then the text of the answer, without an envelope. Errors are always JSON. */
    readonly mediaType?: 'text/csv' | 'text/event-stream'
    /** Further success statuses with their data, such as the 200 of a run that was waited for. */
    readonly also?: readonly { status: 200; description: string; data: TSchema }[]
  }
  /** Statuses of VALIDATION_ERROR beyond the usual ones. */
  readonly conditional?: boolean
  /** A stream that goes on behind the `Last-Event-ID` that is sent. */
  readonly resumable?: boolean
  readonly example?: OperationExample
}

/** Keeps the precise schema types of an operation for the handler that is bound to it. */
export function defineOperation<
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Data extends TSchema = TSchema,
>(operation: Operation<Params, Query, Body, Data>): Operation<Params, Query, Body, Data> {
  return operation
}
