import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import type { EditorSession } from '../../editor/editor-session.ts'
import * as t from '../../texts/editor/top-bar.ts'
import type { OpenWorkflow } from './editor-page.tsx'
import { PublishDialog } from './publish/publish-dialog.tsx'

interface PublishControlProps {
  opened: OpenWorkflow
  session: EditorSession
}

/** Opens the dialog that publishes the working copy. */
export function PublishControl({ opened, session }: PublishControlProps) {
  const { workflow, changedFromLive } = opened
  const { workflowId, nodeTypes, canEdit } = session
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  if (!canEdit) return null
  const isLive = workflow.status === 'published'
  const showProblem = (node: string, parameter: string | null) => {
    setOpen(false)
    const search = parameter === null ? { node } : { node, parameter }
    void navigate({ to: '/workflows/$workflowId', params: { workflowId }, search: search as never })
  }
  return (
    <>
      <Button size="sm" inactive={isLive && !changedFromLive} onClick={() => setOpen(true)}>
        {isLive ? t.publishChanges : t.publish}
      </Button>
      <PublishDialog
        open={isOpen}
        document={opened}
        nodeTypes={nodeTypes}
        onClose={() => setOpen(false)}
        onShowProblem={showProblem}
      />
    </>
  )
}
