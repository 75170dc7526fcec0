import type { TObject } from 'typebox'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import type { ActionAnswer, NodeDone, NodeFailed } from '#ports/index.ts'
import type { CredentialFields } from './credential-form.ts'
import type { Place, Shape } from './shape.ts'

interface ActionWords {
  readonly name: string
  readonly title: string
  readonly help: string
  /** Done twice is the same as done once. */
  readonly idempotent: boolean
  /** Parameters that show how it is used. */
  readonly example: JsonObject
}

/** An action that is one HTTP request, as data. */
export interface RequestAction extends ActionWords {
  readonly parameters: TObject
  readonly request: RequestShape
  readonly output?: OutputShape
}

/** An action that is what a kind of node does, for a connection. Its parameters are those of the node. */
export interface NodeAction extends ActionWords {
  readonly node: string
  /** Parameters that are called otherwise here. */
  readonly rename?: Readonly<Record<string, string>>
}

/** An action that needs nobody else. */
export interface LocalAction extends ActionWords {
  readonly parameters: TObject
  compute(parameters: JsonObject, fields: CredentialFields, now: number): NodeDone | NodeFailed
}

export type ActionDefinition = RequestAction | NodeAction | LocalAction

export interface RequestShape {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | Place
  /** Behind the base URL. `{name}` is a parameter, encoded; `{+name}` keeps its slashes; `{=name}` is a path as it is. */
  readonly path: string
  /** A list is repeated. */
  readonly query?: Readonly<Record<string, Shape>> | Place
  readonly headers?: Readonly<Record<string, Shape>> | Place
  readonly body?: BodyShape
}

export interface BodyShape {
  readonly as: 'json' | 'form' | 'bracket form' | 'multipart' | 'text' | 'base64'
  readonly value: Shape
  /** The media type, where it is another than the usual one. */
  readonly type?: string
}

export interface OutputShape {
  /** Where in the body the output is, such as `result.items`; the whole body by default. */
  readonly at?: string
  /** What a 200 that is none says. */
  refuse?(answer: ActionAnswer): Omit<NodeFailed, 'ok'> | undefined
  /** For outputs that are more than a part of the body. */
  compute?(answer: ActionAnswer, parameters: JsonObject): JsonValue
}
