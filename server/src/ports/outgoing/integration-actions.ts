import type { AccountId, JsonObject, JsonValue } from '#domain/index.ts'
import type { NodeDone, NodeFailed } from '../runtime/node-kind.ts'

/** Which connection an action is for: one of the account's integrations, or a type of the catalogue with a credential. */
export interface ActionTarget {
  readonly integrationId?: string
  readonly type?: string
  /** Wins over the integration's own. */
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

/** A request that is complete: the secrets of the credential are in it. Names of headers are in lower case. */
export interface ActionRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
  readonly secretHeaders: readonly string[]
  /** Texts that must not come back out of the step in any form. */
  readonly secrets: readonly string[]
}

export interface ActionAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: JsonValue
  readonly encoding: 'json' | 'text' | 'base64'
}

/** What an action comes down to. */
export type PreparedAction =
  /** A request to send; hosts the credential was not made for are refused already. */
  | {
      readonly does: 'request'
      readonly request: ActionRequest
      /** The output that an answer means, or the failure: some services answer 200 to what they refuse. */
      readOutput(answer: ActionAnswer): NodeDone | NodeFailed
      /** Where the access can end before its time: the same request with a new one. */
      renew?(): Promise<ActionRequest | NodeFailed>
    }
  /** The same as another kind of node does. */
  | {
      readonly does: 'node'
      readonly type: string
      readonly parameters: JsonObject
      readonly credentialId: string | undefined
    }
  /** Nothing outside: the output is known. */
  | { readonly does: 'nothing'; readonly output: JsonValue; readonly secrets: readonly string[] }

/** What the integrations of an account can do, as far as a node needs to know. */
export interface IntegrationActions {
  /** What is wrong with an action of a type of the catalogue as it is drawn; a message ends the sentence `In node "…" `. */
  check(
    type: string,
    action: string,
    parameters: JsonObject,
  ): readonly { readonly parameter: string; readonly message: string }[]
  prepare(call: ActionCall): Promise<PreparedAction | NodeFailed>
}
