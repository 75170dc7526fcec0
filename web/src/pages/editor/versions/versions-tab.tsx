import { useParams } from '@tanstack/react-router'
import { ErrorState } from '../../../components/error-state.tsx'
import { Loading, Skeleton } from '../../../components/skeleton.tsx'
import { useWorkflowDocument } from '../../../editor/sync/use-workflow-document.ts'
import { useNodeTypes } from '../../../graph/node-types.ts'
import * as t from '../../../texts/editor/versions.ts'
import { VersionsView } from './versions-view.tsx'

/** The versions of a workflow, and what differs between two of them. */
export function VersionsTab() {
  const { workflowId } = useParams({ from: '/signed-in/workflows/$workflowId' })
  const document = useWorkflowDocument(workflowId)
  const nodeTypes = useNodeTypes()
  if (document.status === 'error') {
    return <ErrorState title={t.loadFailed} error={document.error} onRetry={document.retry} />
  }
  if (document.status === 'loading' || nodeTypes === undefined) {
    return (
      <Loading label={t.loading} className="space-y-3 p-6">
        <Skeleton className="h-12 w-80 max-w-full" />
        <Skeleton className="h-12 w-80 max-w-full" />
      </Loading>
    )
  }
  return <VersionsView document={document} nodeTypes={nodeTypes} />
}
