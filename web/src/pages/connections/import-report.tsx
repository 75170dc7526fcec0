import { Link } from '@tanstack/react-router'
import type { DocumentChanges, ImportReport } from '../../api/integrations.ts'
import { Alert } from '../../components/alert.tsx'
import * as t from '../../texts/connections/integrations.ts'
import * as page from '../../texts/connections/page.ts'

/** The operations that could not become actions, and why. */
export function ImportSummary({ report }: { report: ImportReport }) {
  const hidden = report.skipped_count - report.skipped.length
  return (
    <details className="rounded-control border border-line text-[0.8125rem]">
      <summary className="cursor-pointer px-3 py-2 font-medium">{t.skipped(report.skipped_count)}</summary>
      <ul className="max-h-60 space-y-1.5 overflow-y-auto border-t border-line px-3 py-2.5">
        {report.skipped.map(({ operation, reason }) => (
          <li key={operation}>
            <code className="text-xs">{operation}</code>
            <span className="block text-xs text-muted">{reason}</span>
          </li>
        ))}
        {hidden > 0 && <li className="text-muted">{page.more(hidden)}</li>}
      </ul>
    </details>
  )
}

/** What a new import found. */
export function NewImport({ report }: { report: ImportReport }) {
  return (
    <div className="space-y-4 text-sm">
      <Alert tone="success" live title={t.reportTitle}>
        {t.reportOperations(report.operation_count)}
      </Alert>
      {report.skipped_count > 0 && <ImportSummary report={report} />}
      {report.credentials.length > 0 && (
        <div>
          <p className="font-medium">{t.reportSecrets}</p>
          <ul className="mt-1.5 space-y-1.5">
            {report.credentials.map(({ scheme, types, help }) => (
              <li key={scheme}>
                <code className="text-xs">{scheme}</code>{' '}
                <span className="text-muted">{types.join(', ')}</span>
                {help !== '' && <span className="block text-muted">{help}</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

/** What a newer document changes, and what it breaks. */
export function ChangeReport({ changes }: { changes: DocumentChanges }) {
  const lists = [
    { title: t.added(changes.added_count), count: changes.added_count, items: changes.added },
    { title: t.changed(changes.changed_count), count: changes.changed_count, items: changes.changed },
    { title: t.removed(changes.removed_count), count: changes.removed_count, items: changes.removed },
  ].filter(({ count }) => count > 0)
  return (
    <div className="space-y-4 text-sm">
      <Alert tone="success" live title={t.reportTitle}>
        {lists.length === 0 ? t.noChanges : t.changesTitle}
      </Alert>
      {changes.broken_nodes.length > 0 && (
        <Alert tone="warning" title={t.broken}>
          <ul className="space-y-1">
            {changes.broken_nodes.map(
              ({ workflow_id: workflowId, workflow_name: workflow, node_id: node }) => (
                <li key={`${workflowId} ${node}`}>
                  <Link
                    to="/workflows/$workflowId"
                    params={{ workflowId }}
                    className="text-accent-ink hover:underline"
                  >
                    {t.brokenNode(node, workflow)}
                  </Link>
                </li>
              ),
            )}
          </ul>
        </Alert>
      )}
      {lists.map(({ title, count, items }) => (
        <section key={title} aria-label={title}>
          <h3 className="font-medium">{title}</h3>
          <ul className="mt-1 max-h-40 space-y-1 overflow-y-auto">
            {items.map(({ name, operation }) => (
              <li key={name} className="flex flex-wrap items-baseline gap-x-2">
                <span>{name}</span>
                <code className="text-xs text-muted">{operation}</code>
              </li>
            ))}
            {count > items.length && <li className="text-muted">{page.more(count - items.length)}</li>}
          </ul>
        </section>
      ))}
    </div>
  )
}
