import type { AccountId, JsonObject, Trigger } from '#domain/index.ts'

/** A definition of a workflow that contains one of the ids. */
export interface Mention {
  readonly workflowId: string
  readonly workflowName: string
  /** `live`: the current version of a published workflow. `draft`: what an editor shows and no trigger runs. */
  readonly in: 'live' | 'draft'
  readonly nodes: readonly JsonObject[]
}

export interface MentionedTrigger {
  readonly trigger: Trigger
  readonly workflowName: string
}

/** Finds what refers to a credential or an integration. */
export interface UsageStore {
  /**
   * Current versions and working copies whose nodes contain one of the ids, as text, in any letter case, by name of the
   * workflow. Reads every definition of the account: for pages that people open, not for runs.
   */
  findMentions(account: AccountId, ids: readonly string[]): Promise<readonly Mention[]>
  /** Triggers that check calls with the credential, except those whose node was removed. */
  listTriggers(account: AccountId, credentialId: string): Promise<readonly MentionedTrigger[]>
}
