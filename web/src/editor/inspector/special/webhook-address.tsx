import { useQuery } from '@tanstack/react-query'
import { Radio } from 'lucide-react'
import { use } from 'react'
import { triggersQuery } from '../../../api/workflows.ts'
import { Button } from '../../../components/button.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import * as t from '../../../texts/editor/inspector.ts'
import { EditorSessionContext } from '../../editor-session.ts'
import { useNodeBinding } from '../form/binding.tsx'

const RETRY_MS = 1_500

/** Where to send requests, and a way to catch one as the input of a test run. */
export function WebhookAddress() {
  const { nodeId, workflowId } = useNodeBinding()
  const session = use(EditorSessionContext)
  const { data: triggers } = useQuery({
    ...triggersQuery(workflowId),
    // A new trigger gets its address with the next save.
    refetchInterval: ({ state }) =>
      state.data?.some((one) => one.node_id === nodeId) === true ? false : RETRY_MS,
  })
  const trigger = triggers?.find((one) => one.node_id === nodeId)
  const url = trigger?.url
  if (trigger === undefined || url === undefined) return null
  return (
    <div className="space-y-1.5">
      <p className="flex h-6 items-center text-[13px] font-medium">{t.webhookAddress}</p>
      <div className="flex items-center gap-2">
        <code
          title={url}
          className="min-w-0 flex-1 truncate rounded-control border border-line bg-sunken px-2.5 py-1.5 font-mono text-xs"
        >
          {url}
        </code>
        <CopyButton text={url} contentName={t.webhookAddressName} />
      </div>
      <div className="flex items-center gap-2 text-xs leading-5 text-muted">
        <span className="min-w-0 flex-1">{trigger.active ? t.webhookActive : t.webhookInactive}</span>
        {session?.canRun === true && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => session.control.openDialog({ triggerId: nodeId, source: 'listen' })}
            className="md:h-7 md:px-2 md:text-xs"
          >
            <Radio aria-hidden="true" className="size-3.5" />
            {t.webhookListen}
          </Button>
        )}
      </div>
    </div>
  )
}
