import { clsx } from 'clsx'
import * as t from '../../texts/editor/diff.ts'

/** A value as text: a text as it is, anything else as JSON. */
export function valueText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
}

/** One value of a member, for reading. */
export function ValueView({ value, className }: { value: unknown; className?: string }) {
  if (value === undefined)
    return <p className={clsx('text-[0.8125rem] text-muted italic', className)}>{t.absent}</p>
  if (value === '')
    return <p className={clsx('text-[0.8125rem] text-muted italic', className)}>{t.emptyText}</p>
  return (
    <pre
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long value scrolls by keyboard
      tabIndex={0}
      className={clsx(
        'max-h-48 overflow-auto font-mono text-xs leading-5 break-words whitespace-pre-wrap',
        className,
      )}
    >
      {valueText(value)}
    </pre>
  )
}
