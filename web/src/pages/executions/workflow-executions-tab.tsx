import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ExecutionList } from './execution-list.tsx'

/** The runs of one workflow, as a tab of the editor. */
export function WorkflowExecutionsTab() {
  const { workflowId } = useParams({ from: '/signed-in/workflows/$workflowId/executions' })
  const { workflow_id: _ignored, ...filters } = useSearch({
    from: '/signed-in/workflows/$workflowId/executions',
  })
  const navigate = useNavigate({ from: '/workflows/$workflowId/executions' })
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface [--gutter:1rem]">
      <ExecutionList
        filters={filters}
        workflowId={workflowId}
        onChange={(next) => void navigate({ search: next, replace: true })}
      />
    </div>
  )
}
