import type { BodyOf, DataOf, Method, ParamsOf, QueryOf } from '@millrace/contract/operation.ts'

type Member = 'params' | 'query' | 'body' | 'bodyOptional'

/**
 * An operation of the API as the client knows it: how to call it, and its types. The types come from the contract and
 * exist only while compiling, so that no schema gets into the bundle.
 */
export interface OperationHandle<Definition, Has extends Member = never, Meta = undefined> {
  readonly method: Method
  /** Relative to the version segment, with `:name` parameters. */
  readonly path: string
  /** Never set: carries the types. */
  readonly types?: { definition: Definition; has: Has; meta: Meta }
}

/** Any operation, for functions that only need its address. */
export type AnyOperation = OperationHandle<unknown, Member, unknown>

/** What `Operation` returns in `data`. */
export type Data<Operation> =
  Operation extends OperationHandle<infer Definition, infer _Has, infer _Meta> ? DataOf<Definition> : never

/** What `Operation` returns in `meta`. */
export type Meta<Operation> =
  Operation extends OperationHandle<infer _Definition, infer _Has, infer Found> ? Found : never

type Input<Definition, Has extends Member> = ('params' extends Has
  ? { params: ParamsOf<Definition> }
  : { params?: never }) &
  ('query' extends Has ? { query?: QueryOf<Definition> } : { query?: never }) &
  ('body' extends Has
    ? { body: BodyOf<Definition> }
    : 'bodyOptional' extends Has
      ? { body?: BodyOf<Definition> }
      : { body?: never })

/** The parameters, query and body that `Operation` takes. */
export type OperationInput<Operation> =
  Operation extends OperationHandle<infer Definition, infer Has, infer _Meta> ? Input<Definition, Has> : never
