import type { TObject } from 'typebox'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import type { ActionAnswer, NodeDone, NodeFailed } from '#ports/index.ts'
import type { CredentialFields } from './credential-form.ts'
import type { ParameterReference, Shape } from './shape.ts'

interface ActionDescription {
  readonly name: string
  readonly title: string
  readonly help: string
  /** Running it twice has the same effect as running it once. */
  readonly idempotent: boolean
  /** Sample parameters. */
  readonly example: JsonObject
}

/** An action that sends one HTTP request, described as data. */
export interface RequestAction extends ActionDescription {
  readonly parameters: TObject
  readonly request: RequestShape
  readonly output?: OutputShape
}

/** An action that runs a node kind with the credential of the connection. Its parameters are those of the node kind. */
export interface NodeAction extends ActionDescription {
  readonly node: string
  /** Parameters with another name than in the node kind: name in the action to name in the node. */
  readonly rename?: Readonly<Record<string, string>>
}

/** An action that computes its output without sending anything. */
export interface LocalAction extends ActionDescription {
  readonly parameters: TObject
  compute(parameters: JsonObject, fields: CredentialFields, now: number): NodeDone | NodeFailed
}

export type ActionDefinition = RequestAction | NodeAction | LocalAction

export interface RequestShape {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | ParameterReference
  /**
   * Appended to the base URL. `{name}` inserts a parameter, encoded; `{+name}` keeps its slashes; `{=name}` inserts a path
   * unchanged.
   */
  readonly path: string
  /** A list becomes one pair per item. */
  readonly query?: Readonly<Record<string, Shape>> | ParameterReference
  readonly headers?: Readonly<Record<string, Shape>> | ParameterReference
  readonly body?: BodyShape
}

export interface BodyShape {
  /** `file`: the content of a file of the account, with its media type unless a header says otherwise. */
  readonly as: 'json' | 'form' | 'bracket form' | 'multipart' | 'text' | 'base64' | 'file'
  readonly value: Shape
  /** Overrides the default media type of `as`. */
  readonly type?: string
}

export interface OutputShape {
  /** The body of the response is stored as a file instead of being read. */
  readonly isFile?: boolean
  /** Path of the output in the response body, such as `result.items`. Defaults to the complete body. */
  readonly at?: string
  /** The failure of a response whose status is 2xx although the service rejected the request. */
  refuse?(answer: ActionAnswer): Omit<NodeFailed, 'ok'> | undefined
  /** Computes the output when it is not just a part of the body. */
  compute?(answer: ActionAnswer, parameters: JsonObject): JsonValue
}
