import type { Workflow, WorkflowCheck, WorkflowSummary } from '@millrace/contract/workflow.ts'
import type { GraphProblem } from '#domain/index.ts'
import type * as domain from '#domain/index.ts'
import { timestamp } from '../shared/timestamps.ts'

/** Exactly the shape that the specification defines for GET: `updated_at` belongs to the list only. */
export function presentWorkflow(workflow: domain.Workflow): Workflow {
  return {
    id: workflow.id,
    name: workflow.name,
    description: workflow.description,
    status: workflow.status,
    nodes: [...workflow.nodes],
    edges: [...workflow.edges],
    variables: workflow.variables,
    created_at: timestamp(workflow.createdAt),
  }
}

export function presentWorkflowSummary(workflow: domain.WorkflowSummary): WorkflowSummary {
  return {
    id: workflow.id,
    name: workflow.name,
    status: workflow.status,
    created_at: timestamp(workflow.createdAt),
    updated_at: timestamp(workflow.updatedAt),
  }
}

export function workflowTag(workflow: domain.Workflow): string {
  return `"${workflow.revision}"`
}

export function presentCheck(problems: readonly GraphProblem[]): WorkflowCheck {
  return {
    problems: problems.map(({ nodeId, parameter, message }) => ({
      node_id: nodeId,
      parameter: parameter ?? null,
      message,
    })),
  }
}
