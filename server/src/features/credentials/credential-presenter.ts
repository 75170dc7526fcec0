import type { Credential, CREDENTIAL_INCLUDES } from '@millrace/contract/credential.ts'
import type * as domain from '#domain/index.ts'
import { timestamp, timestampOrNull } from '../shared/timestamps.ts'

type CredentialInclude = (typeof CREDENTIAL_INCLUDES)[number]

/** Exactly the shape that the specification defines, and what the request includes. */
export function presentCredential(
  credential: domain.Credential,
  include: ReadonlySet<CredentialInclude> = new Set(),
): Credential {
  const { lastError } = credential
  const members: Required<Pick<Credential, CredentialInclude>> = {
    status: credential.status,
    last_error: lastError && { message: lastError.message, at: timestamp(lastError.at) },
    allowed_hosts: credential.allowedHosts && [...credential.allowedHosts],
    value_changed_at: timestamp(credential.valueChangedAt),
  }
  return {
    id: credential.id,
    name: credential.name,
    type: credential.type,
    created_at: timestamp(credential.createdAt),
    last_used_at: timestampOrNull(credential.lastUsedAt),
    ...Object.fromEntries(Object.entries(members).filter(([name]) => include.has(name as CredentialInclude))),
  }
}
