import type { TSchema } from 'typebox'
import type { LogLevel } from '@millrace/contract/execution.ts'
import type { JsonObject, JsonValue } from '#domain/json.ts'

/** One thing a workflow can do. The editor's form, the API listing and the reference page follow from this. */
export interface NodeKind {
  readonly type: string
  readonly title: string
  readonly summary: string
  readonly group: 'trigger' | 'core' | 'action'
  /** Parameters after their templates were evaluated, as a JSON Schema with titles and help. */
  readonly parameters: TSchema
  /** Parameters that are expressions even without `{{ }}`. */
  readonly conditions?: readonly string[]
  /** Parameters that are taken as they are: braces in them are braces. */
  readonly literals?: readonly string[]
  /** The outputs an edge can leave from. */
  readonly handles: readonly string[]
  /** False: the same parameters give the same result and nothing outside changes; such a node needs no commit of its own. */
  readonly hasEffect: boolean
  /** Its output is the output of the run; of several that ran the first one's. */
  readonly returns?: boolean
  run(call: NodeCall): NodeResult | Promise<NodeResult>
}

export interface NodeCall {
  readonly parameters: JsonObject
  /** Output of the node before; of several, an object by node id; the execution's input for a first node. */
  readonly previous: JsonValue
  /** Everything an expression could read, by name; `nodes` as an object by id and name. Made when it is asked for. */
  scope(): JsonObject
  log(level: LogLevel, message: string, data?: JsonObject): void
}

/** A failure is a result: only a bug throws. */
export type NodeResult =
  | { readonly ok: true; readonly output: JsonValue; readonly handle?: string }
  | { readonly ok: false; readonly code: string; readonly message: string }

export interface NodeCatalogue {
  find(type: string): NodeKind | undefined
  readonly types: readonly string[]
}
