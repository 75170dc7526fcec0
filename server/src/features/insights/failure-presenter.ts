import type { BulkRun as PresentedBulkRun } from '@millrace/contract/bulk-run.ts'
import type { Failure as PresentedFailure } from '@millrace/contract/failure.ts'
import type { BulkRun, BulkRunProgress, Failure } from '#domain/index.ts'
import { timestamp, timestampOrNull } from '../shared/timestamps.ts'

export function presentBulkRun(run: BulkRun, progress: BulkRunProgress): PresentedBulkRun {
  const { total, started, completed, failed, skipped, skipReasons } = progress
  return {
    id: run.id,
    kind: run.kind,
    failure_id: run.failureId,
    workflow_id: run.workflowId,
    cause: run.cause,
    status: run.status,
    version: run.version,
    total,
    started,
    completed,
    failed,
    skipped,
    skip_reasons: skipReasons.map(({ message, count }) => ({ message, count })),
    trial_execution_id: run.trialExecutionId,
    message: run.message,
    created_at: timestamp(run.createdAt),
    ended_at: timestampOrNull(run.endedAt),
  }
}

export interface FailureDetails {
  readonly samples: readonly string[]
  /** Of the version since which it is ignored. */
  readonly versionNumber: number | null
  readonly bulkRun: PresentedBulkRun | null
}

export function presentFailure(failure: Failure, details: FailureDetails): PresentedFailure {
  const { ignored } = failure
  return {
    id: failure.id,
    workflow_id: failure.workflowId,
    workflow_name: failure.workflowName,
    node_id: failure.nodeId,
    code: failure.code,
    message: failure.message,
    count: failure.count,
    trend: [...failure.trend],
    first_seen_at: timestamp(failure.firstSeenAt),
    last_seen_at: timestamp(failure.lastSeenAt),
    samples: [...details.samples],
    ignored: ignored && { until: timestampOrNull(ignored.until), version_number: details.versionNumber },
    bulk_run: details.bulkRun,
  }
}
