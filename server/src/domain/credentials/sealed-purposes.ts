/** Each purpose has its own key, derived from the master key: a value sealed for one cannot be opened for another. */
export type VaultPurpose =
  | 'credentials'
  | 'webhook-secrets'
  | 'api-key-digest'
  | 'session'
  | 'invitation'
  | 'wait-link'
  | 'idempotency'
  | 'canary'
  | 'digest-root'

/** The purposes whose sealed values are stored, each in its own table or setting. */
export const SEALED_PURPOSES = [
  'canary',
  'digest-root',
  'credentials',
  'webhook-secrets',
  'idempotency',
] as const satisfies readonly VaultPurpose[]

export type SealedPurpose = (typeof SEALED_PURPOSES)[number]
