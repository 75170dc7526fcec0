import type { Author, Caller, User } from '#domain/index.ts'
import type { RequestOrigin } from '#http/index.ts'

export function authorOf({ account, actor }: Caller, { address, requestId }: RequestOrigin): Author {
  return { accountId: account.id, actor, address, requestId }
}

/** A person who is about to be signed in. */
export function personAuthor({ id, accountId, name }: User, { address, requestId }: RequestOrigin): Author {
  return { accountId, actor: { kind: 'person', id, name }, address, requestId }
}
