import { describeError } from '../api/api-error.ts'
import * as common from '../texts/common.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'

interface StaleNoticeProps {
  error: unknown
  retrying: boolean
  onRetry: () => void
}

/** For a page that shows data it could not refresh. */
export function StaleNotice({ error, retrying, onRetry }: StaleNoticeProps) {
  return (
    <Alert
      tone="warning"
      live
      title={common.mayBeOutOfDate}
      action={
        <Button variant="secondary" size="sm" busy={retrying} onClick={onRetry}>
          {common.tryAgain}
        </Button>
      }
    >
      {describeError(error)}
    </Alert>
  )
}
