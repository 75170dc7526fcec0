import { clsx } from 'clsx'
import { Paperclip } from 'lucide-react'
import { toFileValue } from '../files/file-value.ts'
import * as t from '../texts/data-view.ts'
import { formatMoment, formatSize } from '../texts/format.ts'
import { type Entry, type JsonType } from './data-source.ts'
import { FOLDED_LENGTH } from './data-tree.ts'

const colors: Record<JsonType, string> = {
  string: 'text-success-ink',
  number: 'text-accent-ink',
  boolean: 'text-warning-ink',
  null: 'text-muted italic',
  array: 'text-muted',
  object: 'text-muted',
}

const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

/** The address of a value that may be opened as a link. Only HTTPS: data of a run is not trusted. */
export function linkOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('https://') || /\s/.test(value)) return undefined
  return URL.canParse(value) ? value : undefined
}

/** A value in one line, coloured by its type. */
export function ValueText({ entry, query = '' }: { entry: Entry; query?: string }) {
  const { type, value, length } = entry
  const className = clsx('min-w-0 truncate', colors[type])
  const file = type === 'object' && entry.isWhole ? toFileValue(value) : undefined
  if (file !== undefined) {
    return (
      <span className="flex min-w-0 items-center gap-1.5">
        <Paperclip aria-hidden="true" className="size-3 shrink-0 text-muted" />
        <bdi className="min-w-0 truncate">{mark(file.name, query)}</bdi>
        <span className="shrink-0 text-muted">{formatSize(file.size)}</span>
      </span>
    )
  }
  if (type === 'array' || type === 'object') {
    const count = length ?? 0
    const empty = type === 'array' ? t.emptyList : t.emptyObject
    return (
      <span className={className}>
        {count === 0 ? <i>{empty}</i> : type === 'array' ? t.listOf(count) : t.objectOf(count)}
        {count > 0 && (
          <span className="sr-only">{type === 'array' ? t.entries(count) : t.fields(count)}</span>
        )}
      </span>
    )
  }
  if (type === 'null') return <span className={className}>{t.nothing}</span>
  if (type !== 'string') return <span className={className}>{mark(JSON.stringify(value), query)}</span>
  const text = typeof value === 'string' ? value : ''
  if (text === '') return <i className="truncate text-muted">{t.emptyText}</i>
  const link = entry.isWhole ? linkOf(text) : undefined
  if (link !== undefined) {
    return (
      <a
        href={link}
        target="_blank"
        rel="noopener noreferrer nofollow"
        tabIndex={-1}
        draggable={false}
        className={clsx(className, 'underline underline-offset-2')}
        onClick={(event) => event.stopPropagation()}
      >
        {mark(text, query)}
      </a>
    )
  }
  const isLong = (length ?? text.length) > FOLDED_LENGTH
  return (
    <>
      <span className={className} title={localTime(text)}>
        {'"'}
        {mark(isLong ? shorten(text, query) : text, query)}
        {'"'}
      </span>
      {isLong && <span className="shrink-0 text-xs text-muted">{t.characters(length ?? text.length)}</span>}
    </>
  )
}

function localTime(text: string): string | undefined {
  if (!DATE.test(text) || Number.isNaN(Date.parse(text))) return undefined
  return formatMoment(text)
}

/** The beginning of a long text, or the part around the first match. */
function shorten(text: string, query: string): string {
  const at = query === '' ? -1 : text.toLowerCase().indexOf(query.toLowerCase())
  if (at <= 40) return `${text.slice(0, FOLDED_LENGTH)}…`
  return `…${text.slice(at - 30, at - 30 + FOLDED_LENGTH)}…`
}

export function mark(text: string, query: string) {
  const at = query === '' ? -1 : text.toLowerCase().indexOf(query.toLowerCase())
  if (at === -1) return text
  const end = at + query.length
  return (
    <>
      {text.slice(0, at)}
      <mark className="rounded-xs bg-warning-soft text-warning-ink outline outline-warning/50">
        {text.slice(at, end)}
      </mark>
      {text.slice(end)}
    </>
  )
}
