import type { Workflow, WorkflowCheck, WorkflowSummary } from '@millrace/contract/workflow.ts'
import type { GraphProblem } from '#domain/index.ts'
import type * as domain from '#domain/index.ts'
import { timestamp } from '../shared/timestamps.ts'
import type { IncludedMembers } from './workflow-includes.ts'

/** Exactly the shape that the specification defines for GET, and what the request includes. */
export function presentWorkflow(workflow: domain.Workflow, included: IncludedMembers = {}): Workflow {
  return {
    id: workflow.id,
    name: workflow.name,
    description: workflow.description,
    status: workflow.status,
    nodes: [...workflow.nodes],
    edges: [...workflow.edges],
    variables: workflow.variables,
    created_at: timestamp(workflow.createdAt),
    ...included,
  }
}

export function presentWorkflowSummary(
  workflow: domain.WorkflowSummary,
  included: IncludedMembers,
): WorkflowSummary {
  return {
    id: workflow.id,
    name: workflow.name,
    status: workflow.status,
    created_at: timestamp(workflow.createdAt),
    ...included,
    updated_at: timestamp(workflow.updatedAt),
  }
}

export function workflowTag(workflow: domain.Workflow): string {
  return `"${workflow.revision}"`
}

export function presentCheck(problems: readonly GraphProblem[]): WorkflowCheck {
  return {
    problems: problems.map(({ severity = 'error', nodeId, parameter, message }) => ({
      severity,
      node_id: nodeId,
      parameter: parameter ?? null,
      message,
    })),
  }
}
