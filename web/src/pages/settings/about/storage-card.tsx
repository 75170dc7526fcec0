import type { About } from '../../../api/about.ts'
import { Card, CardHeader } from '../../../components/card.tsx'
import * as t from '../../../texts/settings/about.ts'

/** The largest kinds first, with a bar for the share of each. */
export function StorageCard({ storage }: { storage: About['storage'] }) {
  const kinds = storage.kinds.toSorted((a, b) => b.bytes - a.bytes)
  const most = Math.max(1, ...kinds.map(({ bytes }) => bytes))
  return (
    <Card>
      <CardHeader title={t.storage}>
        {t.total(t.size(storage.total_bytes))} {t.storageNote}
      </CardHeader>
      <ul aria-label={t.storage} className="mt-3 divide-y divide-line px-5 pb-2 sm:px-6">
        {kinds.map(({ kind, rows, bytes }) => (
          <li
            key={kind}
            className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1.5 py-2.5 text-sm sm:grid-cols-[14rem_1fr_8rem_6rem]"
          >
            <span>{t.kinds[kind]}</span>
            <span
              aria-hidden="true"
              className="h-2 overflow-hidden rounded-full bg-sunken max-sm:order-last max-sm:col-span-2"
            >
              <span
                className="block h-full rounded-full bg-accent"
                style={{ width: `${(bytes / most) * 100}%`, minWidth: bytes > 0 ? '0.25rem' : 0 }}
              />
            </span>
            <span className="text-right text-[0.8125rem] text-muted tabular-nums max-sm:hidden">
              {t.rows(rows)}
            </span>
            <span className="text-right font-medium tabular-nums">{t.size(bytes)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
