import type { IntegrationStatus } from '@millrace/contract/integration.ts'
import type { AccountId } from './account.ts'

export interface Integration {
  readonly id: string
  readonly accountId: AccountId
  readonly type: string
  readonly name: string
  readonly status: IntegrationStatus
  readonly credentialId: string | null
  readonly createdAt: number
  readonly lastTestedAt: number | null
}
