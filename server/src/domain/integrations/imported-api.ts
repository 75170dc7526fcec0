import type { AccountId } from '../accounts/account.ts'
import type { JsonObject } from '../shared/json.ts'

/** How a value is written into an address or a header; the words are those of OpenAPI. */
export interface ImportedParameter {
  /** Its name in the request. */
  readonly name: string
  /** Its name among the parameters of the action. */
  readonly key: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly style:
    | 'simple'
    | 'label'
    | 'matrix'
    | 'form'
    | 'spaceDelimited'
    | 'pipeDelimited'
    | 'deepObject'
    | 'json'
  readonly explode: boolean
  readonly required: boolean
  /** Reserved characters stay as they are. */
  readonly reserved?: boolean
}

export interface ImportedBody {
  readonly key: string
  readonly as: 'json' | 'form' | 'multipart' | 'text' | 'base64'
  readonly type: string
  readonly required: boolean
  /** Fields of a form whose members are written in brackets. */
  readonly brackets?: readonly string[]
}

/** Names of security schemes: any of the lists, all of the names in it. */
export type SecurityChoices = readonly (readonly string[])[]

/** One operation of an imported document, as far as sending it needs. */
export interface ImportedOperation {
  readonly name: string
  readonly title: string
  readonly help: string
  readonly method: string
  readonly path: string
  readonly idempotent: boolean
  readonly parameters: readonly ImportedParameter[]
  readonly body?: ImportedBody
  /** Where it differs from the document's. */
  readonly security?: SecurityChoices
  readonly baseUrl?: string
  /** JSON Schema of the action's parameters; `$ref` are pointers into the document. */
  readonly schema: JsonObject
}

export interface SecurityScheme {
  readonly name: string
  readonly kind: 'header' | 'query' | 'cookie' | 'bearer' | 'basic' | 'oauth2'
  /** Of the header, parameter or cookie. */
  readonly key?: string
  readonly help: string
  /** Where a client gets its token, as the document says. */
  readonly tokenUrl?: string
}

export interface SkippedOperation {
  readonly operation: string
  readonly reason: string
}

/** A document that became an integration, without its operations. */
export interface ImportedApi {
  readonly integrationId: string
  readonly accountId: AccountId
  readonly title: string
  readonly version: string
  readonly baseUrl: string
  readonly security: SecurityChoices
  readonly schemes: readonly SecurityScheme[]
  /** What a connection test asks for, behind the base URL. */
  readonly testPath: string
  readonly operationCount: number
  readonly skippedCount: number
  /** The first of them. */
  readonly skipped: readonly SkippedOperation[]
}
