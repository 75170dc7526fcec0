import { useMutation } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { call } from '../../api/call.ts'
import * as operations from '../../api/generated/operations.ts'
import { describeError } from '../../api/api-error.ts'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import * as t from '../../texts/triggers/poll.ts'
import { type InputObject, isInputObject } from './input-object.ts'

interface SamplePanelProps {
  workflowId: string
  triggerId: string
  onInput: (input: InputObject) => void
}

/** Sends the request of a poll, and takes what it finds as the input. */
export function SamplePanel({ workflowId, triggerId, onInput }: SamplePanelProps) {
  const sample = useMutation({
    mutationFn: async () => {
      const params = { id: workflowId, node_id: triggerId }
      return (await call(operations.samplePoll, { params, body: {} })).data
    },
    onSuccess: ({ input }) => {
      if (isInputObject(input)) onInput(input)
    },
  })
  const { data, error } = sample
  return (
    <div className="space-y-4 text-sm">
      <p className="text-muted">{t.fetchNote}</p>
      {error !== null && (
        <Alert tone="danger" live title={t.fetchFailed}>
          {describeError(error)}
        </Alert>
      )}
      {data?.error != null && (
        <Alert tone="danger" live title={t.pollFails(data.error.code)}>
          {data.error.message}
        </Alert>
      )}
      <div role="status" className="flex items-center gap-3">
        <Button variant="secondary" size="sm" busy={sample.isPending} onClick={() => sample.mutate()}>
          <RefreshCw aria-hidden="true" className="size-4" />
          {t.fetch}
        </Button>
        {data?.error === null && <span>{t.sampled(data.total, data.new)}</span>}
      </div>
    </div>
  )
}
