import { useQuery } from '@tanstack/react-query'
import { Radio } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
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
import { type InputObject, isInputObject } from './input-object.ts'

/** A new trigger gets its address with the next save. */
const RETRY_MS = 1_500

interface ListenPanelProps {
  workflowId: string
  triggerId: string
  onInput: (input: InputObject) => void
}

/** Waits for a real request to the test address of an inbound webhook, until it comes or the user stops. */
export function ListenPanel({ workflowId, triggerId, onInput }: ListenPanelProps) {
  const { data: triggers } = useQuery({
    ...triggersQuery(workflowId),
    refetchInterval: ({ state }) =>
      state.data?.some(({ node_id: id }) => id === triggerId) === true ? false : RETRY_MS,
  })
  const url = triggers?.find(({ node_id: id }) => id === triggerId)?.test_url
  // Whoever opens this wants to listen.
  const [isListening, setListening] = useState(true)
  const [error, setError] = useState<unknown>()
  useListener(isListening && url !== undefined, { workflowId, triggerId }, (result) => {
    setListening(false)
    if ('error' in result) setError(result.error)
    else {
      if (isInputObject(result.input)) onInput(result.input)
      toast.show({ tone: 'success', title: t.received })
    }
  })

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
        {isListening && url !== undefined ? (
          <>
            <Spinner className="size-4 text-accent-ink" />
            <span className="flex-1">{t.listening}</span>
            <Button variant="secondary" size="sm" onClick={() => setListening(false)}>
              {t.stopListening}
            </Button>
          </>
        ) : (
          <Button
            variant="secondary"
            size="sm"
            inactive={url === undefined}
            onClick={() => {
              setError(undefined)
              setListening(true)
            }}
          >
            <Radio aria-hidden="true" className="size-4" />
            {t.listen}
          </Button>
        )}
      </div>
    </div>
  )
}

type ListenResult = { readonly input: unknown } | { readonly error: unknown }

/** Waits for the next request as long as it is enabled. */
function useListener(
  isEnabled: boolean,
  { workflowId, triggerId }: { workflowId: string; triggerId: string },
  onEnd: (result: ListenResult) => void,
): void {
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (!isEnabled) return undefined
    const controller = new AbortController()
    const { signal } = controller
    const listen = async () => {
      try {
        while (!signal.aborted) {
          const { data } = await call(operations.listenForEvent, {
            params: { id: workflowId, node_id: triggerId },
            body: { seconds: 30 },
            signal,
          })
          if (data === null) continue
          end({ input: data.input })
          return
        }
      } catch (error) {
        if (!signal.aborted) end({ error })
      }
    }
    void listen()
    return () => controller.abort()
  }, [isEnabled, workflowId, triggerId])
}
