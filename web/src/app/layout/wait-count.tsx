import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { waitCountQuery } from '../../api/waits.ts'
import * as t from '../../texts/waits.ts'

/** How much waits for a person, beside the link to the inbox. `compact`: on its icon. */
export function WaitCount({ compact = false }: { compact?: boolean }) {
  const { data: waiting = 0 } = useQuery(waitCountQuery)
  if (waiting === 0) return null
  return (
    <span
      className={clsx(
        'grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent px-1 text-[0.6875rem] leading-none font-semibold text-on-accent tabular-nums',
        compact && 'absolute -top-1.5 -right-2.5 h-4 min-w-4 text-[0.625rem]',
      )}
    >
      <span aria-hidden="true">{t.count(waiting)}</span>
      <span className="sr-only">{t.waitingCount(waiting)}</span>
    </span>
  )
}
