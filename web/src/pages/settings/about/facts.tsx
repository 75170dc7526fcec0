import type { ReactNode } from 'react'

/** Terms and their values, one per line. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="mt-2 divide-y divide-line px-5 pb-2 sm:px-6">
      {facts.map(([term, value]) => (
        <div key={term} className="flex min-h-11 items-center justify-between gap-4 py-2 text-sm">
          <dt className="text-muted">{term}</dt>
          <dd className="min-w-0 text-right font-medium break-words tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
