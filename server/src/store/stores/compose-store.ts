import type { DeliveryStore, ExecutionStores, RateCounters, Store } from '#ports/index.ts'
import { accountStore } from './sql-account-store.ts'
import { auditStore } from './sql-audit-store.ts'
import { credentialStore } from './sql-credential-store.ts'
import { usageStore } from './sql-usage-store.ts'
import type { Database } from '../database.ts'
import { draftStore } from '../workflows/sql-draft-store.ts'
import { bulkRunStore } from '../insights/sql-bulk-run-store.ts'
import { failureStore } from '../insights/sql-failure-store.ts'
import { runStatisticsStore } from '../insights/sql-run-statistics-store.ts'
import { triggerOverviewStore } from '../insights/sql-trigger-overview-store.ts'
import { fileRecords } from '../files/sql-file-records.ts'
import { formStore } from './sql-form-store.ts'
import { idempotencyStore } from './sql-idempotency-store.ts'
import { importedApiStore } from './sql-imported-api-store.ts'
import { integrationStore } from './sql-integration-store.ts'
import { invitationStore } from './sql-invitation-store.ts'
import { keyStore } from './sql-key-store.ts'
import { heartbeatStore } from './sql-heartbeat-store.ts'
import { listenerStore } from './sql-listener-store.ts'
import { pauseStore } from '../operations/sql-pause-store.ts'
import { monitorStore, type StorageEstimates } from './sql-monitor-store.ts'
import { savedFilterStore } from './sql-saved-filter-store.ts'
import { sessionStore, setupLinkStore } from './sql-session-store.ts'
import { pollStore } from '../polls/sql-poll-store.ts'
import { triggerStore } from './sql-trigger-store.ts'
import { userStore } from './sql-user-store.ts'
import { vaultStore } from './sql-vault-store.ts'
import { rememberedItems } from '../memories/sql-remembered-items.ts'
import { stateStore } from '../state/sql-state-store.ts'
import { variableStore } from '../variables/sql-variable-store.ts'
import { versionStore } from '../workflows/sql-version-store.ts'
import { webhookEndpointStore } from './sql-webhook-endpoint-store.ts'
import { workflowStore } from '../workflows/sql-workflow-store.ts'

/** The dialect-specific parts of a store. Everything else is the same SQL for both dialects. */
export interface DialectDeps {
  readonly executions: ExecutionStores
  readonly deliveries: DeliveryStore
  readonly rates: RateCounters
  readonly storage: StorageEstimates
  probe(): Promise<void>
  close(): Promise<void>
}

export function composeStore(database: Database, deps: DialectDeps): Store {
  return {
    write: database.write,
    afterCommit: database.afterCommit,
    accounts: accountStore(database),
    keys: keyStore(database),
    users: userStore(database),
    sessions: sessionStore(database),
    setupLinks: setupLinkStore(database),
    invitations: invitationStore(database),
    savedFilters: savedFilterStore(database),
    audit: auditStore(database),
    pauses: pauseStore(database),
    monitor: monitorStore(database, deps.storage),
    rates: deps.rates,
    idempotency: idempotencyStore(database),
    workflows: workflowStore(database),
    versions: versionStore(database),
    drafts: draftStore(database),
    ...deps.executions,
    heartbeats: heartbeatStore(database),
    forms: formStore(database),
    files: fileRecords(database),
    credentials: credentialStore(database),
    usage: usageStore(database),
    integrations: integrationStore(database),
    importedApis: importedApiStore(database),
    webhookEndpoints: webhookEndpointStore(database),
    deliveries: deps.deliveries,
    triggers: triggerStore(database),
    polls: pollStore(database),
    triggerOverview: triggerOverviewStore(database),
    listeners: listenerStore(database),
    vault: vaultStore(database),
    runStatistics: runStatisticsStore(database),
    failures: failureStore(database),
    bulkRuns: bulkRunStore(database),
    state: stateStore(database),
    rememberedItems: rememberedItems(database),
    variables: variableStore(database),
    probe: deps.probe,
    async close() {
      await deps.rates.close()
      await deps.close()
    },
  }
}
