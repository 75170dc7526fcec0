import type { Static, TSchema } from 'typebox'
import type { Scope } from './scopes.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A sample request of the reference; a test sends every one of them. */
export interface OperationExample {
  readonly body?: unknown
  readonly query?: string
  /**
   * The state of the execution in the path: it waits for the event `order.paid`, or for an approval. Without it, the
   * execution has ended.
   */
  readonly execution?: 'waiting' | 'approval'
  /** The status of the workflow in the path, if the operation needs one. */
  readonly workflow?: 'published'
}

/**
 * One operation of the API, as data. The router, the validation, the OpenAPI document, the reference and the tests that
 * cover every operation read this.
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
  /**
   * The member of the body that may be a text of up to 32 MiB. Without it, the body has the usual limit.
   */
  readonly longText?: string
  /** The body is a file: its content, or one file in `multipart/form-data`. */
  readonly upload?: true
  /** The member `data` of the body can be sent as `multipart/form-data` as well: a part for each value or file. */
  readonly formData?: true
  /** Honours a `Range` of bytes with 206, and answers 416 if it is outside. The `ETag` stands for the content. */
  readonly ranges?: true
  /** A request without a body counts as `{}`. */
  readonly bodyOptional?: boolean
  readonly success: {
    readonly status: 200 | 201 | 202
    readonly description: string
    readonly data: Data
    readonly meta?: TSchema
    /** `data` is the response itself, without envelope: text, or bytes of any type. Errors are always JSON. */
    readonly mediaType?: '*/*' | 'text/csv' | 'text/event-stream' | 'application/json'
    /** Further success statuses with their data, such as the 200 for an execution that ended in time. */
    readonly also?: readonly { status: 200; description: string; data: TSchema }[]
  }
  /** Saves a workflow: `meta.problems` counts the errors that `POST /workflows/:id/check` lists. */
  readonly reportsProblems?: boolean
  /** Honours `If-Match`, and answers 412 if it does not match. */
  readonly conditional?: boolean
  /** The `ETag` stands for the whole answer: a request with it in `If-None-Match` is answered with an empty 304. */
  readonly revalidated?: boolean
  /** Answers 404 if something that the body names does not exist. Every operation with parameters in its path can answer 404. */
  readonly looksUp?: true
  /** Answers 409 if the resource is in the wrong state. Every POST can answer 409. */
  readonly conflicts?: boolean
  /**
   * When the audit log gets an entry about an operation that changes something: by default with every call. `people`: only if
   * a person calls it. `sitting`: once an hour for each person or key and resource. `never`: it changes nothing, or what it
   * creates is a record of its own, such as an execution.
   */
  readonly audit?: 'people' | 'sitting' | 'never'
  /** A stream that continues after the `Last-Event-ID` of the request. */
  readonly resumable?: boolean
  readonly example?: OperationExample
}

/** Preserves the schema types of an operation for the handler that is bound to it. */
export function defineOperation<
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Data extends TSchema = TSchema,
>(operation: Operation<Params, Query, Body, Data>): Operation<Params, Query, Body, Data> {
  return operation
}

/** The types of an operation, for clients that know it only by `typeof`. */
export type ParamsOf<Definition> = Definition extends { readonly params?: infer Schema }
  ? TypeOf<Schema>
  : never
export type QueryOf<Definition> = Definition extends { readonly query?: infer Schema }
  ? TypeOf<Schema>
  : never
export type BodyOf<Definition> = Definition extends { readonly body?: infer Schema } ? TypeOf<Schema> : never
export type DataOf<Definition> = Definition extends { readonly success: { readonly data: infer Schema } }
  ? TypeOf<Schema>
  : never

type TypeOf<Schema> = NonNullable<Schema> extends infer Known extends TSchema ? Static<Known> : never
