import type { ShadowRun } from '@millrace/contract/workflow-shadow.ts'
import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import { RelativeTime } from '../../../components/time.tsx'
import * as t from '../../../texts/editor/shadow.ts'
import { describeRun, type NameOf } from './describe-run.ts'
import { ResultBadge } from './result-badge.tsx'

interface ShadowRowProps {
  run: ShadowRun
  nameOf: NameOf
  isOpen: boolean
  onOpen: () => void
}

/** One run that was tried, and what would change for it. */
export function ShadowRow({ run, nameOf, isOpen, onOpen }: ShadowRowProps) {
  const [first] = run.differences
  return (
    <button
      type="button"
      data-run={run.execution_id}
      aria-current={isOpen || undefined}
      onClick={onOpen}
      className={clsx(
        'grid w-full grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-1 px-4 py-2.5 text-left text-[0.8125rem] -outline-offset-2 sm:grid-cols-[6rem_1fr_auto_auto]',
        isOpen ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <span>
        <ResultBadge result={run.result} />
      </span>
      <span className="min-w-0 max-sm:col-span-3 max-sm:row-start-2">
        <span className="block truncate">{describeRun(run, nameOf)}</span>
        {run.result === 'changed' && first !== undefined && (
          <span className="block truncate text-xs text-muted">{t.firstAt(nameOf(first.node_id))}</span>
        )}
      </span>
      <span className="text-xs text-muted max-sm:text-right">
        {run.version_number !== null && <span className="mr-2">{t.version(run.version_number)}</span>}
        <RelativeTime value={run.started_at} />
      </span>
      <ChevronRight aria-hidden="true" className="size-4 text-muted" />
    </button>
  )
}
