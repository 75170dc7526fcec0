import { ArrowLeft, CirclePlay } from 'lucide-react'
import type { Wait } from '../../api/waits.ts'
import { Button, buttonClass } from '../../components/button.tsx'
import { RichText } from '../../components/rich-text.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { AppLink } from '../../run/app-link.tsx'
import * as t from '../../texts/waits.ts'
import { ApprovalForm } from '../../waits/approval-form.tsx'

interface OpenRequestProps {
  /** Undefined when it no longer waits. */
  wait: Wait | undefined
  /** Absent beside the list. */
  onBack: (() => void) | undefined
  onAnswered: (wait: Wait, approved: boolean) => void
}

/** The request that is open, with its form. */
export function OpenRequest({ wait, onBack, onAnswered }: OpenRequestProps) {
  return (
    <div className="mx-auto max-w-2xl space-y-4 p-4 lg:p-6">
      {onBack !== undefined && (
        <Button variant="ghost" size="sm" onClick={onBack} className="-ml-2">
          <ArrowLeft aria-hidden="true" className="size-4" />
          {t.back}
        </Button>
      )}
      {wait === undefined ? (
        <div role="status" className="space-y-1">
          <h2 className="text-base font-semibold">{t.gone}</h2>
          <p className="text-sm text-muted">{t.goneNote}</p>
        </div>
      ) : (
        <>
          <div className="flex flex-wrap items-start gap-3">
            <div className="min-w-0 flex-1 space-y-1">
              <h2 dir="auto" className="text-base font-semibold break-words">
                {wait.node_name ?? wait.node_id}
              </h2>
              <p className="flex flex-wrap gap-x-3 gap-y-1 text-[0.8125rem] text-muted">
                <AppLink
                  href={`/workflows/${wait.workflow_id}`}
                  className="min-w-0 truncate underline-offset-2 hover:underline"
                  dir="auto"
                >
                  {wait.workflow_name ?? t.deletedWorkflow}
                </AppLink>
                <span>
                  <RichText text={t.asked} slots={{ time: <RelativeTime value={wait.since} /> }} />
                </span>
                {wait.until !== null && (
                  <span className="text-warning-ink">
                    <RichText text={t.timesOut} slots={{ time: <RelativeTime value={wait.until} /> }} />
                  </span>
                )}
              </p>
            </div>
            <AppLink href={`/executions/${wait.execution_id}`} className={buttonClass('secondary', 'sm')}>
              <CirclePlay aria-hidden="true" className="size-4" />
              {t.openRun}
            </AppLink>
          </div>
          <ApprovalForm wait={wait} onAnswered={(approved) => onAnswered(wait, approved)} />
        </>
      )}
    </div>
  )
}
