import { formatDate, formatMoment, formatRelative } from '../texts/format.ts'
import { useNow } from './use-now.ts'

/** "3 hours ago", with the exact moment on hover. */
export function RelativeTime({ value }: { value: string }) {
  const now = useNow(30_000)
  return (
    <time dateTime={value} title={formatMoment(value)} className="whitespace-nowrap">
      {formatRelative(value, now)}
    </time>
  )
}

/** "14 Feb 2027", with the exact moment on hover. */
export function DateOnly({ value }: { value: string }) {
  return (
    <time dateTime={value} title={formatMoment(value)} className="whitespace-nowrap">
      {formatDate(value)}
    </time>
  )
}
