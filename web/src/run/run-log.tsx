import { clsx } from 'clsx'
import { Search } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { LogEntry, LogLevel } from '@millrace/contract/execution.ts'
import { Button } from '../components/button.tsx'
import { useVirtualRows } from '../data-view/use-virtual-rows.ts'
import type { GraphDocument } from '../graph/types.ts'
import { formatClock, formatMoment } from '../texts/format.ts'
import * as t from '../texts/run/log.ts'
import { useNodeNames } from './use-node-names.ts'
import type { Run } from './use-run.ts'

interface RunLogProps {
  run: Pick<Run, 'logs' | 'hasAllLogs' | 'loadLogs'>
  document?: GraphDocument | undefined
  /** Only entries of this node. */
  nodeId?: string | undefined
  className?: string
}

const ROW_HEIGHT = 26
const LEVELS = ['debug', 'info', 'warn', 'error'] as const satisfies readonly LogLevel[]

/** The log of a run, oldest first. A click on an entry shows all of it. */
export function RunLog({ run, document, nodeId, className }: RunLogProps) {
  const [query, setQuery] = useState('')
  const [lowest, setLowest] = useState<LogLevel>('debug')
  const [opened, setOpened] = useState<LogEntry>()
  const [loading, setLoading] = useState<'busy' | 'failed'>()
  const container = useRef<HTMLDivElement>(null)
  const nameOf = useNodeNames(document)
  const shown = useMemo(() => {
    const wanted = query.trim().toLowerCase()
    const rank = LEVELS.indexOf(lowest)
    return run.logs.filter(
      (entry) =>
        (nodeId === undefined || entry.node_id === nodeId) &&
        LEVELS.indexOf(entry.level) >= rank &&
        (wanted === '' || entry.message.toLowerCase().includes(wanted)),
    )
  }, [run.logs, query, lowest, nodeId])
  const isNotLoaded = !run.hasAllLogs && run.logs.length === 0
  const virtual = useVirtualRows(container, {
    count: shown.length,
    rowHeight: ROW_HEIGHT,
    isShown: !isNotLoaded,
  })
  const visible = shown
    .slice(virtual.first, virtual.last + 1)
    .map((entry, offset) => ({ entry, number: virtual.first + offset }))
  const load = () => {
    setLoading('busy')
    run.loadLogs().then(
      () => setLoading(undefined),
      () => setLoading('failed'),
    )
  }
  if (isNotLoaded) {
    return (
      <div className={clsx('space-y-3 p-4 text-[13px]', className)}>
        <p className="text-muted">{t.notLoaded}</p>
        {loading === 'failed' && (
          <p role="alert" className="text-danger-ink">
            {t.loadFailed}
          </p>
        )}
        <Button variant="secondary" size="sm" busy={loading === 'busy'} onClick={load}>
          {t.load}
        </Button>
      </div>
    )
  }
  return (
    <div className={clsx('flex min-h-0 flex-1 flex-col', className)}>
      <div className="flex items-center gap-2 border-b border-line px-3 py-1.5">
        <label className="flex h-8 min-w-0 flex-1 items-center gap-1.5 rounded-control border border-line bg-surface px-2 focus-within:outline-2 focus-within:outline-focus sm:max-w-64">
          <Search aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
          <input
            type="search"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            aria-label={t.search}
            placeholder={t.search}
            className="h-full w-full min-w-0 bg-transparent text-[13px] outline-none placeholder:text-muted"
          />
        </label>
        <select
          aria-label={t.level}
          value={lowest}
          onChange={(event) => setLowest(event.target.value as LogLevel)}
          className="h-8 rounded-control border border-line bg-surface px-2 text-[13px]"
        >
          {LEVELS.map((level) => (
            <option key={level} value={level}>
              {t.levelNames[level]}
            </option>
          ))}
        </select>
        <span className="ml-auto hidden text-xs whitespace-nowrap text-muted sm:inline">
          {t.entryCount(shown.length)}
        </span>
      </div>
      {shown.length === 0 && (
        <p className="px-4 py-5 text-[13px] text-muted">
          {run.logs.length === 0
            ? t.empty
            : nodeId === undefined || query !== ''
              ? t.noMatches
              : t.emptyOfStep}
        </p>
      )}
      <div
        ref={container}
        role="log"
        aria-label={t.log}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto outline-offset-[-2px]"
      >
        <div className="relative" style={{ height: virtual.height }}>
          <div className="absolute inset-x-0" style={{ top: virtual.top }}>
            {visible.map(({ number, entry }) => (
              <button
                key={number}
                type="button"
                aria-expanded={opened === entry}
                onClick={() => setOpened(opened === entry ? undefined : entry)}
                style={{ height: ROW_HEIGHT }}
                className={clsx(
                  'flex w-full items-center gap-3 px-3 text-left font-mono text-xs hover:bg-hover',
                  opened === entry && 'bg-accent-soft',
                )}
              >
                <time
                  dateTime={entry.timestamp}
                  title={formatMoment(entry.timestamp)}
                  className="shrink-0 text-muted"
                >
                  {formatClock(entry.timestamp)}
                </time>
                <span className={clsx('w-14 shrink-0', levelClass[entry.level])}>
                  {t.levelNames[entry.level]}
                </span>
                {nodeId === undefined && entry.node_id !== null && (
                  <span className="max-w-40 shrink-0 truncate text-muted">{nameOf(entry.node_id)}</span>
                )}
                <span className="min-w-0 truncate">{entry.message}</span>
              </button>
            ))}
          </div>
        </div>
      </div>
      {opened !== undefined && (
        <section aria-label={t.details} className="max-h-48 overflow-auto border-t border-line bg-sunken p-3">
          <p className="mb-1 text-xs text-muted">{formatMoment(opened.timestamp)}</p>
          <pre className="font-mono text-xs break-words whitespace-pre-wrap">
            {opened.message}
            {opened.data === undefined ? '' : `\n${JSON.stringify(opened.data, undefined, 2)}`}
          </pre>
        </section>
      )}
    </div>
  )
}

const levelClass: Record<LogLevel, string> = {
  debug: 'text-muted',
  info: 'text-accent-ink',
  warn: 'text-warning-ink',
  error: 'text-danger-ink',
}
