import { CircleX } from 'lucide-react'
import type { ExecutionOverview } from '../../api/executions.ts'
import type { StepOutline } from '@millrace/contract/execution-timeline.ts'
import { AppLink } from '../../run/app-link.tsx'
import { iterationOf, iterationsAround } from '../../run/iteration-path.ts'
import { withoutBody } from '../../run/without-body.ts'
import type { TimelineTree } from '../../run/timeline/timeline-tree.ts'
import * as t from '../../texts/run/page.ts'
import { MessageText } from '../../components/message-text.tsx'

interface ErrorBannerProps {
  execution: ExecutionOverview
  step: StepOutline | undefined
  tree: TimelineTree
  nameOf: (nodeId: string) => string
  editor: string | undefined
  onOpenStep: () => void
}

/** Why the run failed: where, what the message is, and what has already happened. */
export function ErrorBanner({ execution, step, tree, nameOf, editor, onOpenStep }: ErrorBannerProps) {
  const { error } = execution
  if (error === null) return null
  const around = step === undefined ? [] : iterationsAround(iterationOf(step))
  const nodeId = step?.node_id ?? error.node_id
  const where =
    nodeId === null
      ? t.runFailed
      : t.failedNode(
          nameOf(nodeId),
          around.map(({ index }) => index),
        )
  return (
    <div
      role="alert"
      className="flex shrink-0 flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-danger/25 bg-danger-soft px-4 py-2.5 text-[13px]"
    >
      <p className="line-clamp-4 min-w-0 flex-1 basis-80 break-words">
        <CircleX aria-hidden="true" className="mr-1.5 inline size-4 -translate-y-px text-danger-ink" />
        {step === undefined ? (
          <strong className="font-semibold text-danger-ink">{where}:</strong>
        ) : (
          <button
            type="button"
            onClick={onOpenStep}
            className="font-semibold text-danger-ink underline-offset-2 hover:underline"
          >
            {where}:
          </button>
        )}{' '}
        <MessageText>{withoutBody(error.message)}</MessageText>{' '}
        <span className="text-muted">{explain({ step, tree })}</span>
      </p>
      {editor !== undefined && nodeId !== null && (
        <AppLink href={editor} className="font-semibold whitespace-nowrap text-accent-ink hover:underline">
          {t.openInEditor}
        </AppLink>
      )}
    </div>
  )
}

function explain({ step, tree }: { step: StepOutline | undefined; tree: TimelineTree }): string {
  const facts: string[] = []
  if (step !== undefined && step.attempts > 1) facts.push(t.attemptsMade(step.attempts))
  const loopKey = step === undefined ? undefined : iterationsAround(iterationOf(step)).at(-1)?.loopKey
  const loop = loopKey === undefined ? undefined : tree.steps.get(loopKey)
  const completed = [...tree.steps.values()].filter(({ step: one }) => one.status === 'completed').length
  if (loop !== undefined) {
    const total = Math.max(loop.step.item_count ?? 0, loop.iterations.length)
    const done = loop.iterations.filter(({ status }) => status === 'completed').length
    facts.push(t.itemsCompleted(done, total))
  } else if (completed > 0) facts.push(t.stepsKept(completed))
  return facts.join(' ')
}
