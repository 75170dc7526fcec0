import type { AccountId } from '../accounts/account.ts'
import type { JsonObject } from '../shared/json.ts'

/** How a value is serialized into a URL or a header, in OpenAPI terms. */
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
  /** Reserved characters are not encoded. */
  readonly reserved?: boolean
}

export interface ImportedBody {
  readonly key: string
  readonly as: 'json' | 'form' | 'multipart' | 'text' | 'base64'
  readonly type: string
  readonly required: boolean
  /** Form fields whose entries are written with brackets. */
  readonly brackets?: readonly string[]
  /** Form fields whose lists are written as one text, by field: what separates the entries. */
  readonly separators?: Readonly<Record<string, string>>
}

/** Names of security schemes: any one of the lists, with all schemes in it. */
export type SecurityChoices = readonly (readonly string[])[]

/** One operation of an imported document, with what is needed to send it. */
export interface ImportedOperation {
  readonly name: string
  readonly title: string
  readonly help: string
  readonly method: string
  readonly path: string
  readonly idempotent: boolean
  readonly parameters: readonly ImportedParameter[]
  readonly body?: ImportedBody
  /** Only if it differs from that of the document. */
  readonly security?: SecurityChoices
  readonly baseUrl?: string
  /** The JSON Schema of the action's parameters. Each `$ref` is a pointer into the document. */
  readonly schema: JsonObject
}

/** An operation as it is stored: its JSON is written by the thread that read the document. */
export interface ImportedOperationText {
  readonly name: string
  /** What a search looks through, case-folded. */
  readonly searchText: string
  /** The {@link ImportedOperation} as JSON. */
  readonly definition: string
}

/** Everything of a document that is stored by operation or by part, as JSON texts. */
export interface ImportedTexts {
  readonly operations: readonly ImportedOperationText[]
  /** The values that the schemas of operations refer to, by JSON pointer. */
  readonly parts: ReadonlyMap<string, string>
}

export interface SecurityScheme {
  readonly name: string
  readonly kind: 'header' | 'query' | 'cookie' | 'bearer' | 'basic' | 'oauth2'
  /** The name of the header, parameter or cookie. */
  readonly key?: string
  readonly help: string
  /** The token URL from the document. */
  readonly tokenUrl?: string
}

export interface SkippedOperation {
  readonly operation: string
  readonly reason: string
}

/** An imported document without its operations. */
export interface ImportedApi {
  readonly integrationId: string
  readonly accountId: AccountId
  readonly title: string
  readonly version: string
  readonly baseUrl: string
  readonly security: SecurityChoices
  readonly schemes: readonly SecurityScheme[]
  /** The path that a connection test requests, relative to the base URL. */
  readonly testPath: string
  readonly operationCount: number
  readonly skippedCount: number
  /** The first skipped operations. */
  readonly skipped: readonly SkippedOperation[]
}
