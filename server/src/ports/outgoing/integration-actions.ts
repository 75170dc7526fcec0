import type { AccountId, JsonObject, JsonValue } from '#domain/index.ts'
import type { StreamedBody } from './http-client.ts'
import type { NodeDone, NodeFailed } from '../runtime/node-kind.ts'

/** The connection an action uses: an integration of the account, or a type from the catalogue together with a credential. */
export interface ActionTarget {
  readonly integrationId?: string
  readonly type?: string
  /** Takes precedence over the integration's own credential. */
  readonly credentialId?: string
}

export interface ActionCall {
  readonly account: AccountId
  readonly target: ActionTarget
  readonly action: string
  readonly parameters: JsonObject
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly signal: AbortSignal
}

/** A complete request, including the secrets of the credential. Header names are in lower case. */
export interface ActionRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | StreamedBody | undefined
  readonly secretHeaders: readonly string[]
  /** Texts that must not appear in the output of the step in any form. */
  readonly secrets: readonly string[]
}

export interface ActionAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: JsonValue
  readonly encoding: 'json' | 'text' | 'base64' | 'file'
}

/** What running an action requires. */
export type PreparedAction =
  /** Send this request. Hosts that the credential does not allow have already been refused. */
  | {
      readonly does: 'request'
      readonly request: ActionRequest
      /** Store the body of a successful response as a file, which is the body that `readOutput` gets. */
      readonly receivesFile?: boolean
      /** Interprets the response as an output or a failure. Some services respond with status 200 to requests they refuse. */
      readOutput(answer: ActionAnswer): NodeDone | NodeFailed
      /** Present when an access token can become invalid early: returns the same request with a new token. */
      renew?(): Promise<ActionRequest | NodeFailed>
      /** Reports how the service received the credential; see `CredentialReader.report`. */
      report?(error: string | null): Promise<void>
    }
  /** Run another kind of node with these parameters. */
  | {
      readonly does: 'node'
      readonly type: string
      readonly parameters: JsonObject
      readonly credentialId: string | undefined
    }
  /** Call nothing: the output is already known. */
  | { readonly does: 'nothing'; readonly output: JsonValue; readonly secrets: readonly string[] }

/** Actions of integrations, as nodes use them. */
export interface IntegrationActions {
  /** The types of credentials that the actions of the catalogue take. */
  readonly credentialTypes: readonly string[]
  /**
   * Checks an action of a catalogue type as it appears in a workflow definition, before templates are evaluated. Returns the
   * problems found, or an empty list. Each message completes the sentence `In node "…" `.
   */
  check(
    type: string,
    action: string,
    parameters: JsonObject,
  ): readonly { readonly parameter: string; readonly message: string }[]
  /**
   * Finds what would make the action fail and takes the account to know: a missing integration, an action or a parameter that
   * an imported document does not have, a credential that is missing or of the wrong type. Calls nothing.
   */
  review(
    account: AccountId,
    target: ActionTarget,
    call: { readonly action: string; readonly parameters: JsonObject },
  ): Promise<readonly { readonly parameter: string; readonly message: string }[]>
  /** Prepares the action, requesting an access token if it needs one. Returns `NodeFailed` when the action cannot run. */
  prepare(call: ActionCall): Promise<PreparedAction | NodeFailed>
}
