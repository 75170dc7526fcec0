import { Link } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import type { Wait } from '../../api/waits.ts'
import { Badge } from '../../components/badge.tsx'
import { RichText } from '../../components/rich-text.tsx'
import { RelativeTime } from '../../components/time.tsx'
import * as t from '../../texts/waits.ts'

/** A request in the list. */
export function RequestRow({ wait, isOpen }: { wait: Wait; isOpen: boolean }) {
  return (
    <li>
      <Link
        to="/inbox"
        search={{ wait: wait.id }}
        aria-current={isOpen ? 'page' : undefined}
        className="block space-y-1 px-4 py-3 text-[0.8125rem] transition-colors -outline-offset-2 hover:bg-hover aria-[current=page]:bg-accent-soft"
      >
        <span className="flex items-baseline gap-2">
          <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
            {wait.node_name ?? wait.node_id}
          </span>
          {wait.is_test && (
            <Badge>
              <FlaskConical aria-hidden="true" className="size-3" />
              {t.test}
            </Badge>
          )}
          <span className="shrink-0 text-xs text-muted">
            <RelativeTime value={wait.since} />
          </span>
        </span>
        <span dir="auto" className="line-clamp-2 break-words text-muted">
          {wait.message}
        </span>
        <span className="flex gap-2 text-xs text-muted">
          <span dir="auto" className="min-w-0 flex-1 truncate">
            {wait.workflow_name ?? t.deletedWorkflow}
          </span>
          {wait.until !== null && (
            <span className="shrink-0 text-warning-ink">
              <RichText text={t.timesOut} slots={{ time: <RelativeTime value={wait.until} /> }} />
            </span>
          )}
        </span>
      </Link>
    </li>
  )
}
