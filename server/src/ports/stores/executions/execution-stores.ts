import type { ExecutionClaims } from './execution-claims.ts'
import type { ExecutionIntake } from './execution-intake.ts'
import type { ExecutionJournal } from './execution-journal.ts'
import type { ExecutionQueries } from './execution-queries.ts'
import type { ExecutionRetention } from './execution-retention.ts'

/** The stores for executions, split by who uses them. */
export interface ExecutionStores {
  readonly executions: ExecutionQueries
  readonly intake: ExecutionIntake
  readonly journal: ExecutionJournal
  readonly claims: ExecutionClaims
  readonly retention: ExecutionRetention
}
