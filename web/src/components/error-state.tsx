import { CloudOff, RotateCw, TriangleAlert } from 'lucide-react'
import { ApiError, describeError } from '../api/api-error.ts'
import * as common from '../texts/common.ts'
import { Button } from './button.tsx'
import { MessageText } from './message-text.tsx'

interface ErrorStateProps {
  /** Names the failed operation: "Could not load API keys". */
  title: string
  error: unknown
  onRetry: () => void
  retrying?: boolean
  /** What happens by itself. */
  note?: string
}

export function ErrorState({ title, error, onRetry, retrying = false, note }: ErrorStateProps) {
  const Icon = error instanceof ApiError && error.code === 'NETWORK' ? CloudOff : TriangleAlert
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-14 text-center">
      <div className="mb-5 grid size-14 place-items-center rounded-2xl bg-warning-soft text-warning-ink">
        <Icon aria-hidden="true" className="size-6" strokeWidth={1.75} />
      </div>
      <h2 className="text-base font-semibold">{title}</h2>
      <p className="mt-1.5 max-w-md text-sm text-muted">
        <MessageText>{describeError(error)}</MessageText>
      </p>
      {note !== undefined && <p className="mt-1 text-sm text-muted">{note}</p>}
      <Button variant="secondary" className="mt-6" busy={retrying} onClick={onRetry}>
        {!retrying && <RotateCw aria-hidden="true" className="size-4" />}
        {common.tryAgain}
      </Button>
    </div>
  )
}
