import type { Draft } from '@millrace/contract/workflow-draft.ts'
import type { Workflow, WorkflowDraft } from '#domain/index.ts'
import type { VersionLabel } from '#ports/index.ts'
import { timestamp } from '../shared/timestamps.ts'
import { workflowTag } from './workflow-presenter.ts'

export interface WorkingCopy {
  readonly workflow: Workflow
  /** Undefined without edits. */
  readonly draft: WorkflowDraft | undefined
  /** The current version of the workflow. */
  readonly version: VersionLabel
}

export function presentDraft({ workflow, draft, version }: WorkingCopy): Draft {
  const isPublished = workflow.status === 'published'
  const { nodes, edges, variables } = draft ?? workflow
  return {
    workflow_id: workflow.id,
    nodes: [...nodes],
    edges: [...edges],
    variables,
    changed: draft !== undefined,
    base_version_id: draft?.baseVersionId ?? (isPublished ? workflow.versionId : null),
    base_version_number: draft?.baseVersionNumber ?? (isPublished ? version.number : null),
    updated_at: timestamp((draft ?? workflow).updatedAt),
    updated_by: draft === undefined ? version.author : draft.updatedBy,
  }
}

/**
 * Changes with every save of the working copy and with every live version, so that nothing that went live meanwhile is
 * replaced unseen. The working copy of an unpublished workflow is the workflow itself.
 */
export function draftTag({ workflow, draft }: Pick<WorkingCopy, 'workflow' | 'draft'>): string {
  return workflow.status === 'published'
    ? `"${draft?.revision ?? 'live'}.${workflow.versionId}"`
    : workflowTag(workflow)
}
