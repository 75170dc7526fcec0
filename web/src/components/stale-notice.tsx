import { describeError } from '../api/api-error.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'

interface StaleNoticeProps {
  error: unknown
  retrying: boolean
  onRetry: () => void
}

/** For a page that has something to show but could not bring it up to date. */
export function StaleNotice({ error, retrying, onRetry }: StaleNoticeProps) {
  return (
    <Alert
      tone="warning"
      live
      title="This may be out of date"
      action={
        <Button variant="secondary" size="sm" busy={retrying} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {describeError(error)}
    </Alert>
  )
}
