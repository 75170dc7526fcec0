import { useQuery } from '@tanstack/react-query'
import { Radio } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { describeError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import * as operations from '../../api/generated/operations.ts'
import { triggersQuery } from '../../api/workflows.ts'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Spinner } from '../../components/spinner.tsx'
import { toast } from '../../components/toast-store.ts'
import * as t from '../../texts/editor/run.ts'
import { type InputObject, isInputObject } from './run-input.ts'

interface ListenPanelProps {
  workflowId: string
  triggerId: string
  onInput: (input: InputObject) => void
}

/** Waits for a real request to the test address of an inbound webhook, until it comes or the user stops. */
export function ListenPanel({ workflowId, triggerId, onInput }: ListenPanelProps) {
  const { data: triggers } = useQuery(triggersQuery(workflowId))
  const url = triggers?.find(({ node_id: id }) => id === triggerId)?.test_url
  const [isListening, setListening] = useState(false)
  const [error, setError] = useState<unknown>()
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])

  const listen = async () => {
    const controller = new AbortController()
    abort.current = controller
    setListening(true)
    setError(undefined)
    try {
      while (!controller.signal.aborted) {
        const { data } = await call(operations.listenForEvent, {
          params: { id: workflowId, node_id: triggerId },
          body: { seconds: 30 },
          signal: controller.signal,
        })
        if (data === null) continue
        if (isInputObject(data.input)) onInput(data.input)
        toast.show({ tone: 'success', title: t.received })
        break
      }
    } catch (cause) {
      if (!controller.signal.aborted) setError(cause)
    } finally {
      setListening(false)
    }
  }

  return (
    <div className="space-y-4 text-sm">
      <p className="text-muted">{t.listenNote}</p>
      <div className="space-y-1.5">
        <p className="font-medium">{t.testUrl}</p>
        {url === undefined ? (
          <p className="text-muted">{t.noTestUrl}</p>
        ) : (
          <div className="flex items-center gap-2">
            <code className="min-w-0 flex-1 truncate rounded-control border border-line bg-sunken px-3 py-2 font-mono text-xs">
              {url}
            </code>
            <CopyButton text={url} contentName={t.testUrlName} />
          </div>
        )}
      </div>
      {error !== undefined && (
        <Alert tone="danger" live title={t.listenFailed}>
          {describeError(error)}
        </Alert>
      )}
      <div role="status" className="flex items-center gap-3">
        {isListening ? (
          <>
            <Spinner className="size-4 text-accent-ink" />
            <span className="flex-1">{t.listening}</span>
            <Button variant="secondary" size="sm" onClick={() => abort.current?.abort()}>
              {t.stopListening}
            </Button>
          </>
        ) : (
          <Button variant="secondary" size="sm" inactive={url === undefined} onClick={() => void listen()}>
            <Radio aria-hidden="true" className="size-4" />
            {t.listen}
          </Button>
        )}
      </div>
    </div>
  )
}
