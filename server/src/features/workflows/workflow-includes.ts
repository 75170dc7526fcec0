import { type RecentRun, type Workflow, WORKFLOW_INCLUDES } from '@millrace/contract/workflow.ts'
import type { AccountId, ExecutionSummary, WorkflowSummary } from '#domain/index.ts'
import type { Store } from '#ports/index.ts'
import { includeOf } from '../shared/include-query.ts'
import { timestamp } from '../shared/timestamps.ts'

export type WorkflowInclude = (typeof WORKFLOW_INCLUDES)[number]

/** What `include` adds to a workflow. */
export type IncludedMembers = Partial<Pick<Workflow, WorkflowInclude>>

const RECENT_RUNS = 20

/** The query parameter `include` of workflows. */
export const workflowInclude = includeOf(WORKFLOW_INCLUDES)

/** Reads what the workflows of a page need in a few queries, whatever their number. */
export async function loadIncluded(
  store: Store,
  account: AccountId,
  workflows: readonly WorkflowSummary[],
  include: ReadonlySet<WorkflowInclude>,
): Promise<(workflow: WorkflowSummary) => IncludedMembers> {
  const ids = workflows.map(({ id }) => id)
  const published = workflows.filter(({ status }) => status === 'published')
  const runCount = include.has('recent_runs') ? RECENT_RUNS : include.has('last_run') ? 1 : 0
  const [runs, edited, labels] = await Promise.all([
    runCount > 0 ? store.workflows.recentRuns(account, ids, runCount) : new Map<string, ExecutionSummary[]>(),
    include.has('draft') ? store.drafts.editTimes(account, ids) : new Map<string, number>(),
    include.has('draft')
      ? store.versions.labels(
          account,
          published.map(({ versionId }) => versionId),
        )
      : new Map<string, { number: number | null }>(),
  ])
  return (workflow) => {
    const recent = (runs.get(workflow.id) ?? []).map(presentRun)
    const version = workflow.status === 'published' ? labels.get(workflow.versionId) : undefined
    const editedAt = edited.get(workflow.id)
    const members: Required<IncludedMembers> = {
      tags: [...workflow.tags],
      folder: workflow.folder,
      last_run: recent[0] ?? null,
      recent_runs: recent,
      draft: {
        changed: editedAt !== undefined,
        version_number: version?.number ?? null,
        updated_at: editedAt === undefined ? null : timestamp(editedAt),
      },
      updated_at: timestamp(workflow.updatedAt),
    }
    return Object.fromEntries(
      Object.entries(members).filter(([name]) => include.has(name as WorkflowInclude)),
    )
  }
}

function presentRun(run: ExecutionSummary): RecentRun {
  return {
    id: run.id,
    status: run.status,
    started_at: timestamp(run.startedAt),
    completed_at: run.completedAt === null ? null : timestamp(run.completedAt),
  }
}
