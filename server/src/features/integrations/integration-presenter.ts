import type { ImportReport, Integration, IntegrationDetail } from '@millrace/contract/integration.ts'
import type * as domain from '#domain/index.ts'
import { credentialTypesOf } from '#integrations/index.ts'
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

export function presentIntegrationDetail(
  integration: domain.Integration,
  api: domain.ImportedApi | undefined,
): IntegrationDetail {
  return {
    ...presentIntegration(integration),
    last_error: integration.lastError,
    import: api === undefined ? null : presentImportReport(api),
  }
}

export function presentImportReport(api: domain.ImportedApi): ImportReport {
  return {
    title: api.title,
    version: api.version,
    base_url: api.baseUrl,
    operation_count: api.operationCount,
    skipped_count: api.skippedCount,
    skipped: api.skipped.map(({ operation, reason }) => ({ operation, reason })),
    credentials: api.schemes.map((scheme) => ({
      scheme: scheme.name,
      types: [...credentialTypesOf(scheme)],
      help: scheme.help,
    })),
  }
}
