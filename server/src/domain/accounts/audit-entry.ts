import type { AuditActorKind } from '@millrace/contract/audit.ts'
import type { JsonObject } from '../shared/json.ts'
import type { AccountId } from './account.ts'
import type { Actor } from './caller.ts'

/** The service itself, or an operator at its command line. */
export interface SystemActor {
  readonly kind: 'system'
  readonly id: null
  readonly name: string
}

/** Who changes something, and from where. */
export interface Author {
  readonly accountId: AccountId
  readonly actor: Pick<Actor, 'kind' | 'id' | 'name'> | SystemActor
  /** Network address of the sender; null if there was no request. */
  readonly address: string | null
  readonly requestId: string | null
}

/** What somebody did, without who and when. */
export interface AuditedChange {
  /** The kind of resource and a verb, such as `workflow.publish`. */
  readonly action: string
  readonly resourceId?: string | null
  readonly resourceName?: string | null
  /** A few words about what changed. Never a secret. */
  readonly details?: JsonObject
}

export interface AuditEntry {
  readonly id: string
  readonly accountId: AccountId
  readonly at: number
  readonly actor: { readonly kind: AuditActorKind; readonly id: string | null; readonly name: string }
  readonly action: string
  readonly resource: { readonly kind: string; readonly id: string | null; readonly name: string | null }
  readonly address: string | null
  readonly requestId: string | null
  readonly details: JsonObject
}

const MAX_NAME_LENGTH = 200
const MAX_DETAILS_LENGTH = 2_000

export const COMMAND_LINE: SystemActor = { kind: 'system', id: null, name: 'Command line' }
export const SERVICE: SystemActor = { kind: 'system', id: null, name: 'Millrace' }

export function systemAuthor(accountId: AccountId, actor: SystemActor): Author {
  return { accountId, actor, address: null, requestId: null }
}

export function toAuditEntry(id: string, at: number, author: Author, change: AuditedChange): AuditEntry {
  const { accountId, actor, address, requestId } = author
  const { action, resourceId = null, resourceName = null, details = {} } = change
  return {
    id,
    accountId,
    at,
    actor: { kind: actor.kind, id: actor.id, name: actor.name },
    action,
    resource: {
      kind: action.slice(0, action.indexOf('.')),
      id: resourceId,
      name: resourceName === null ? null : resourceName.slice(0, MAX_NAME_LENGTH),
    },
    address,
    requestId,
    details: JSON.stringify(details).length > MAX_DETAILS_LENGTH ? {} : details,
  }
}
