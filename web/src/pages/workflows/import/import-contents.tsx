import type { ImportItem, ImportMode, ImportReport } from '../../../api/bundles.ts'
import { Alert } from '../../../components/alert.tsx'
import { Badge, type BadgeTone } from '../../../components/badge.tsx'
import * as t from '../../../texts/workflows/import.ts'

const kinds = ['workflows', 'forms', 'variables'] as const

/** What the import does with each workflow, form and variable. */
export function ImportContents({ report, mode }: { report: ImportReport; mode: ImportMode }) {
  const items = kinds.flatMap((kind) => report[kind])
  return (
    <section className="space-y-3" aria-live="polite">
      <h3 className="text-sm font-semibold">{t.contents}</h3>
      {items.every(({ action }) => action === 'unchanged') && <p className="text-sm">{t.nothingToDo}</p>}
      {mode === 'create' &&
        items.some(({ action }) => action === 'replace') &&
        items.every(({ action }) => action !== 'create') && <p className="text-sm">{t.nothingNew}</p>}
      {kinds
        .filter((kind) => report[kind].length > 0)
        .map((kind) => (
          <div key={kind}>
            <h4 className="text-[0.8125rem] text-muted">{t.kinds[kind]}</h4>
            <ul className="mt-1 divide-y divide-line rounded-control border border-line text-sm">
              {report[kind].map((item, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- names may repeat
                <li key={index} className="flex items-center justify-between gap-4 px-3 py-1.5">
                  <span className="min-w-0 truncate">{item.name}</span>
                  <Action item={item} mode={mode} />
                </li>
              ))}
            </ul>
          </div>
        ))}
    </section>
  )
}

function Action({ item: { action }, mode }: { item: ImportItem; mode: ImportMode }) {
  const [text, tone]: [string, BadgeTone] =
    action === 'create'
      ? [t.created, 'success']
      : action === 'unchanged'
        ? [t.unchanged, 'neutral']
        : mode === 'replace'
          ? [t.replaced, 'warning']
          : [t.kept, 'neutral']
  return <Badge tone={tone}>{text}</Badge>
}

/** What the workflows need and the account lacks. */
export function MissingReferences({ missing }: { missing: ImportReport['missing'] }) {
  return (
    <Alert tone="warning" title={t.missing(missing.length)}>
      <p>{t.missingNote}</p>
      <ul className="mt-1.5 space-y-1">
        {missing.map(({ kind, id, name, used_by: users }) => (
          <li key={`${kind} ${id}`}>
            <span className="font-medium">{t.missingKinds[kind](name)}</span>
            {users.length > 0 && <span className="text-muted"> {t.missingUsers(users)}</span>}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
