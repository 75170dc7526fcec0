import { foundation } from './0001-foundation.ts'
import { engine } from './0002-engine.ts'
import { workflowVersions } from './0003-workflow-versions.ts'
import { formPages } from './0004-form-pages.ts'
import { deliveries } from './0005-deliveries.ts'
import { triggers } from './0006-triggers.ts'
import { importedIntegrations } from './0007-imported-integrations.ts'
import { executionSlots } from './0008-execution-places.ts'
import { vaultRecords } from './0009-vault-records.ts'
import { journalInRow } from './0010-journal-in-row.ts'
import { renameToFieldTerms } from './0011-rename-to-field-terms.ts'
import { roles } from './0012-roles.ts'
import { workingCopies } from './0013-working-copies.ts'
import { executionOverview } from './0014-execution-overview.ts'
import { waitsForPeople } from './0015-waits-for-people.ts'
import { peopleAndAudit } from './0016-people-and-audit.ts'
import { connections } from './0017-connections.ts'
import { formVersions } from './0018-form-versions.ts'
import { runStatistics } from './0019-run-statistics.ts'
import { bulkRunsAndSavedFilters } from './0020-bulk-runs-and-saved-filters.ts'
import { triggerPauses } from './0021-trigger-pauses.ts'
import { fairRuns } from './0022-fair-runs.ts'
import { finalCountsAndDrafts } from './0023-final-counts-and-drafts.ts'
import { begunWaits } from './0024-begun-waits.ts'
import { files } from './0025-files.ts'
import { state } from './0026-state.ts'
import { variables } from './0027-variables.ts'
import { pauses } from './0030-pauses.ts'
import { polls } from './0032-polls.ts'
import { rememberedItems } from './0033-remembered-items.ts'
import { upcomingRuns } from './0034-upcoming-runs.ts'
import type { Migration } from './migration.ts'

/** All migrations in the order in which they are applied. Append only. */
export const MIGRATIONS: readonly Migration[] = [
  foundation,
  engine,
  workflowVersions,
  formPages,
  deliveries,
  triggers,
  importedIntegrations,
  executionSlots,
  vaultRecords,
  journalInRow,
  renameToFieldTerms,
  roles,
  workingCopies,
  executionOverview,
  waitsForPeople,
  peopleAndAudit,
  connections,
  formVersions,
  runStatistics,
  bulkRunsAndSavedFilters,
  triggerPauses,
  fairRuns,
  finalCountsAndDrafts,
  begunWaits,
  files,
  state,
  variables,
  pauses,
  polls,
  rememberedItems,
  upcomingRuns,
]
