import { useQuery } from '@tanstack/react-query'
import type { RetryPreview } from '@millrace/contract/execution-control.ts'
import { Button } from '../components/button.tsx'
import * as t from '../texts/run/resume.ts'
import { previewRetry } from './run-api.ts'

interface ResumeSummaryProps {
  executionId: string
  nameOf: (nodeId: string) => string
  onResume: () => void
}

/** What resuming a failed run would keep and run, in a few lines. */
export function ResumeSummary({ executionId, nameOf, onResume }: ResumeSummaryProps) {
  const { data } = useQuery({
    queryKey: ['retry-preview', executionId, 'failed', 'original'],
    queryFn: ({ signal }) => previewRetry(executionId, { from: 'failed', version: 'original' }, signal),
    retry: false,
  })
  if (data === undefined) return null
  const names = (nodes: RetryPreview['kept']) => {
    const shown = nodes.slice(0, 5).map(({ node_id: id, steps }) => t.node(nameOf(id), steps))
    return nodes.length > shown.length ? [...shown, t.more(nodes.length - shown.length)] : shown
  }
  const lines = [
    { term: t.kept, nodes: names(data.kept) },
    { term: t.repeated, nodes: names(data.repeated) },
    { term: t.fresh, nodes: names(data.new) },
  ].filter(({ nodes }) => nodes.length > 0)
  return (
    <section aria-label={t.title} className="space-y-2 border-t border-line px-4 py-3 text-[13px]">
      <h3 className="font-semibold">{t.resumeOn(data.version_number)}</h3>
      <dl className="space-y-0.5 text-muted">
        {lines.map(({ term, nodes }) => (
          <div key={term}>
            <dt className="inline text-ink">{term}: </dt>
            <dd className="inline">{nodes.join(', ')}</dd>
          </div>
        ))}
      </dl>
      <Button size="sm" onClick={onResume}>
        {t.review}
      </Button>
    </section>
  )
}
