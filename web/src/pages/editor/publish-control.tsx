import { Link, useNavigate } from '@tanstack/react-router'
import { History, Rocket } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useCommands } from '../../app/commands/use-commands.ts'
import { Button, buttonClass } from '../../components/button.tsx'
import { Tooltip } from '../../components/overlay/tooltip.tsx'
import { toast } from '../../components/toast-store.ts'
import type { EditorSession } from '../../editor/editor-session.ts'
import * as commandTexts from '../../texts/editor/commands.ts'
import * as publishTexts from '../../texts/editor/publish.ts'
import * as shadowTexts from '../../texts/editor/shadow.ts'
import * as t from '../../texts/editor/top-bar.ts'
import * as errors from '../../texts/errors.ts'
import type { OpenWorkflow } from './editor-page.tsx'
import { lazyPart, loadNow } from '../../app/lazy-part.ts'

const loadDialog = () => import('./publish/publish-dialog.tsx')
const PublishDialog = lazyPart(async () => ({ default: (await loadDialog()).PublishDialog }))

/** Behind the canvas, which comes first. */
const PRELOAD_MS = 1_500

interface PublishControlProps {
  opened: OpenWorkflow
  session: EditorSession
}

/** Asks what to publish: the working copy, with its problems and what differs from the live version. */
export function PublishControl({ opened, session }: PublishControlProps) {
  const { workflow, changedFromLive } = opened
  const { workflowId, nodeTypes, canEdit } = session
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const isLive = workflow.status === 'published'
  const canPublish = canEdit && (!isLive || changedFromLive)
  const open = async () => {
    if (await loadNow(loadDialog)) setOpen(true)
    else toast.show({ tone: 'danger', title: publishTexts.openFailed, description: errors.unreachable })
  }
  useEffect(() => {
    if (!canEdit) return undefined
    // The connection may be gone when it is needed.
    const timer = setTimeout(() => {
      void loadDialog().catch(() => undefined)
    }, PRELOAD_MS)
    return () => clearTimeout(timer)
  }, [canEdit])
  useCommands([
    {
      id: 'editor.publish',
      title: commandTexts.publish,
      group: commandTexts.run,
      icon: Rocket,
      keys: ['mod+shift+p'],
      enabled: canPublish,
      run: () => void open(),
    },
    {
      id: 'editor.try',
      title: shadowTexts.open,
      group: commandTexts.run,
      icon: History,
      keywords: shadowTexts.keywords,
      enabled: canEdit,
      run: () => void navigate({ to: '/workflows/$workflowId/try', params: { workflowId } }),
    },
  ])
  if (!canEdit) return null
  return (
    <>
      <Tooltip content={shadowTexts.open}>
        <Link
          to="/workflows/$workflowId/try"
          params={{ workflowId }}
          aria-label={shadowTexts.open}
          className={buttonClass('secondary', 'sm', 'max-md:px-2.5')}
        >
          <History aria-hidden="true" className="size-4" />
          <span className="hidden xl:inline">{shadowTexts.open}</span>
        </Link>
      </Tooltip>
      <Button size="sm" inactive={!canPublish} onClick={() => void open()}>
        {isLive ? t.publishChanges : t.publish}
      </Button>
      {isOpen && (
        <Suspense>
          <PublishDialog
            open
            document={opened}
            nodeTypes={nodeTypes}
            onClose={() => setOpen(false)}
            onTry={() => {
              setOpen(false)
              void navigate({ to: '/workflows/$workflowId/try', params: { workflowId } })
            }}
            onShowProblem={(node, parameter) => {
              setOpen(false)
              void navigate({
                to: '/workflows/$workflowId',
                params: { workflowId },
                search: { node, ...(parameter === null ? {} : { parameter }) } as never,
              })
            }}
          />
        </Suspense>
      )}
    </>
  )
}
