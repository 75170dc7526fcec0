import { call } from '../../api/call.ts'
import * as operations from '../../api/generated/operations.ts'
import type { Workflow } from '../../api/workflows.ts'

/** A workflow without what belongs to one installation: what a file contains. */
export interface WorkflowDefinition {
  name: string
  description: string
  nodes: Workflow['nodes']
  edges: Workflow['edges']
  variables: Workflow['variables']
  tags: string[]
  folder: string
}

/** The definition of the working copy. */
export async function readDefinition(id: string, signal?: AbortSignal): Promise<WorkflowDefinition> {
  const [workflow, draft] = await Promise.all([
    call(operations.getWorkflow, { params: { id }, query: { include: 'tags,folder' }, signal }),
    call(operations.getDraft, { params: { id }, signal }),
  ])
  const { name, description, tags = [], folder = '' } = workflow.data
  const { nodes, edges, variables } = draft.data
  return { name, description, nodes, edges, variables, tags, folder }
}
