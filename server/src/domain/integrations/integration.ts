import type { IntegrationStatus } from '@millrace/contract/integration.ts'
import type { AccountId } from '../accounts/account.ts'

/** The type of integrations that are imported from an OpenAPI document instead of the catalogue. */
export const IMPORTED_TYPE = 'openapi'

export interface Integration {
  readonly id: string
  readonly accountId: AccountId
  readonly type: string
  readonly name: string
  readonly status: IntegrationStatus
  readonly credentialId: string | null
  readonly createdAt: number
  readonly lastTestedAt: number | null
  /** What the last test found; null if it succeeded or never ran. */
  readonly lastError: string | null
}
