import { useParams } from '@tanstack/react-router'
import { Alert } from '../../../components/alert.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { Loading, Skeleton } from '../../../components/skeleton.tsx'
import { useWorkflowDocument } from '../../../editor/sync/use-workflow-document.ts'
import * as t from '../../../texts/editor/settings.ts'
import { DangerZone } from './danger-zone.tsx'
import { ExportCard } from './export-card.tsx'
import { GeneralCard } from './general-card.tsx'
import { VariablesCard } from './variables-card.tsx'

/** Everything about a workflow that is not on its canvas. */
export function SettingsTab() {
  const { workflowId } = useParams({ from: '/signed-in/workflows/$workflowId' })
  const document = useWorkflowDocument(workflowId)
  if (document.status === 'error') {
    return <ErrorState title={t.loadFailed} error={document.error} onRetry={document.retry} />
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-3xl space-y-5 px-4 py-6 sm:px-6">
        <h2 className="text-xl font-semibold">{t.title}</h2>
        {document.status === 'loading' ? (
          <Loading label={t.loading} className="space-y-4">
            <Skeleton className="h-72" />
            <Skeleton className="h-40" />
          </Loading>
        ) : (
          <>
            {!document.canEdit && <Alert>{t.readOnly}</Alert>}
            <GeneralCard key={document.workflow.id} workflow={document.workflow} canEdit={document.canEdit} />
            <VariablesCard store={document.store} canEdit={document.canEdit} />
            <ExportCard workflowId={document.workflow.id} flush={document.flush} />
            {document.canEdit && <DangerZone document={document} />}
          </>
        )}
      </div>
    </div>
  )
}
