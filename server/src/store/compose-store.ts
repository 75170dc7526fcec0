import type { DeliveryStore } from '#ports/delivery-store.ts'
import type { ExecutionStore } from '#ports/execution-store.ts'
import type { RateCounters } from '#ports/rate-counters.ts'
import type { Store } from '#ports/store.ts'
import { accountStore } from './accounts.ts'
import { credentialStore } from './credentials.ts'
import type { Database } from './database.ts'
import { formStore } from './forms.ts'
import { idempotencyStore } from './idempotency.ts'
import { importedApiStore } from './imported-apis.ts'
import { integrationStore } from './integrations.ts'
import { keyStore } from './keys.ts'
import { runnerStore } from './runners.ts'
import { sessionStore, setupLinkStore } from './sessions.ts'
import { triggerStore } from './triggers.ts'
import { userStore } from './users.ts'
import { vaultStore } from './vault-records.ts'
import { versionStore } from './versions.ts'
import { webhookStore } from './webhooks.ts'
import { workflowStore } from './workflows.ts'

/** What a dialect brings of its own; everything else is the same SQL for both. */
export interface DialectParts {
  readonly executions: ExecutionStore
  readonly deliveries: DeliveryStore
  readonly rates: RateCounters
  probe(): Promise<void>
  close(): Promise<void>
}

export function composeStore(database: Database, parts: DialectParts): Store {
  return {
    write: database.write,
    accounts: accountStore(database),
    keys: keyStore(database),
    users: userStore(database),
    sessions: sessionStore(database),
    setupLinks: setupLinkStore(database),
    rates: parts.rates,
    idempotency: idempotencyStore(database),
    workflows: workflowStore(database),
    versions: versionStore(database),
    executions: parts.executions,
    runners: runnerStore(database),
    forms: formStore(database),
    credentials: credentialStore(database),
    integrations: integrationStore(database),
    importedApis: importedApiStore(database),
    webhooks: webhookStore(database),
    deliveries: parts.deliveries,
    triggers: triggerStore(database),
    vault: vaultStore(database),
    probe: parts.probe,
    async close() {
      await parts.rates.close()
      await parts.close()
    },
  }
}
