import type { Integration } from '@millrace/contract/integration.ts'
import type * as domain from '#domain/index.ts'
import { timestamp, timestampOrNull } from '../shared/timestamps.ts'

export function presentIntegration(integration: domain.Integration): Integration {
  return {
    id: integration.id,
    type: integration.type,
    name: integration.name,
    status: integration.status,
    credential_id: integration.credentialId,
    created_at: timestamp(integration.createdAt),
    last_tested_at: timestampOrNull(integration.lastTestedAt),
  }
}
