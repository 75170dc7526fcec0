import { Link, Outlet, useParams } from '@tanstack/react-router'
import { CircleHelp } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useCan } from '../../app/use-can.ts'
import { useStore } from 'zustand'
import { buttonClass } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { EditorSessionContext, type EditorSession } from '../../editor/editor-session.ts'
import { EditorStoreContext } from '../../editor/model/editor-store.ts'
import { useRunControl } from '../../editor/run/use-run-control.ts'
import { useWorkflowDocument, type WorkflowDocument } from '../../editor/sync/use-workflow-document.ts'
import { useEditorSearch } from '../../editor/use-editor-search.ts'
import { useProblems } from '../../editor/use-problems.ts'
import { wordProblems } from '../../editor/word-problems.ts'
import { type NodeTypes, useNodeTypes } from '../../graph/node-types.ts'
import { useRun } from '../../run/use-run.ts'
import * as common from '../../texts/common.ts'
import * as t from '../../texts/editor/top-bar.ts'
import { EditorSkeleton } from './editor-skeleton.tsx'
import { TopBar } from './top-bar.tsx'

export type OpenWorkflow = Extract<WorkflowDocument, { status: 'ready' }>

/** The editor of a workflow: the top bar, and below it the current tab. */
export function EditorPage() {
  const { workflowId = '' } = useParams({ strict: false })
  const opened = useWorkflowDocument(workflowId)
  const nodeTypes = useNodeTypes()
  if (opened.status === 'error') {
    const isMissing = opened.error instanceof ApiError && opened.error.status === 404
    return (
      <Card className="m-6">
        <h1 className="sr-only">{t.header}</h1>
        {isMissing ? (
          <EmptyState
            icon={CircleHelp}
            title={t.notFound}
            action={
              <Link to="/workflows" className={buttonClass('secondary')}>
                {t.allWorkflows}
              </Link>
            }
          >
            {t.notFoundNote}
          </EmptyState>
        ) : (
          <ErrorState title={t.loadFailed} error={opened.error} onRetry={() => opened.retry()} />
        )}
      </Card>
    )
  }
  if (opened.status === 'loading' || nodeTypes === undefined) return <EditorSkeleton />
  return <Editor key={workflowId} workflowId={workflowId} opened={opened} nodeTypes={nodeTypes} />
}

interface EditorProps {
  workflowId: string
  opened: OpenWorkflow
  nodeTypes: NodeTypes
}

function Editor({ workflowId, opened, nodeTypes }: EditorProps) {
  const { store, canEdit, flush, workflow } = opened
  const document = useStore(store, (state) => state.settled)
  const [search] = useEditorSearch()
  const found = useProblems(workflowId, store)
  const problems = useMemo(
    () => (found === undefined ? undefined : wordProblems(found, document, nodeTypes)),
    [found, document, nodeTypes],
  )
  const run = useRun(search.run, { document })
  const control = useRunControl(workflowId, flush)
  const runId = search.run
  const canRun = useCan('workflows:execute')
  const session = useMemo<EditorSession>(
    () => ({ workflowId, store, nodeTypes, problems, canEdit, canRun, runId, run, control }),
    [workflowId, store, nodeTypes, problems, canEdit, canRun, runId, run, control],
  )
  useEffect(() => {
    globalThis.document.title = common.documentTitle(workflow.name)
  }, [workflow.name])
  return (
    <EditorStoreContext value={store}>
      <EditorSessionContext value={session}>
        <div className="flex min-h-0 flex-1 flex-col">
          <TopBar opened={opened} session={session} />
          <Outlet />
        </div>
      </EditorSessionContext>
    </EditorStoreContext>
  )
}
