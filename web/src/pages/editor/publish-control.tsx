import { useState } from 'react'
import { describeError } from '../../api/api-error.ts'
import { Button } from '../../components/button.tsx'
import { toast } from '../../components/toast-store.ts'
import type { EditorSession } from '../../editor/editor-session.ts'
import * as t from '../../texts/editor/top-bar.ts'
import type { OpenWorkflow } from './editor-page.tsx'

interface PublishControlProps {
  opened: OpenWorkflow
  session: EditorSession
}

/** Publishes the working copy. */
export function PublishControl({ opened, session }: PublishControlProps) {
  const { workflow, changedFromLive, publish } = opened
  const [isBusy, setBusy] = useState(false)
  if (!session.canEdit) return null
  const isLive = workflow.status === 'published'
  const run = async () => {
    setBusy(true)
    try {
      await publish()
      toast.show({ tone: 'success', title: t.published })
    } catch (error) {
      toast.show({ tone: 'danger', title: t.publish, description: describeError(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="sm" busy={isBusy} inactive={isLive && !changedFromLive} onClick={() => void run()}>
      {isLive ? t.publishChanges : t.publish}
    </Button>
  )
}
