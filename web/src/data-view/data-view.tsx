import { clsx } from 'clsx'
import { Diff, Download } from 'lucide-react'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { describeError } from '../api/api-error.ts'
import { Button, buttonClass } from '../components/button.tsx'
import { Loading, Skeleton } from '../components/skeleton.tsx'
import * as common from '../texts/common.ts'
import * as t from '../texts/data-view.ts'
import { formatSize } from '../texts/format.ts'
import { Comparison } from './compare-data.ts'
import { type DataSource, type Entry, type Path, toExpression } from './data-source.ts'
import { ModeSwitch, type Mode, useMode } from './mode-switch.tsx'
import { PathBar, useCopy } from './path-bar.tsx'
import { SchemaPane } from './schema-pane.tsx'
import { SearchBox } from './search-box.tsx'
import { isWithin, listsIn, TableView } from './table-view.tsx'
import type { Match } from './search-data.ts'
import { TreeStore } from './tree-store.ts'
import { pathOf, TreeView } from './tree-view.tsx'
import { type LoadedData, useData } from './use-data.ts'
import { useSearch } from './use-search.ts'
import { useWholeData } from './use-whole-data.ts'

export type { DataSource } from './data-source.ts'

interface DataViewProps {
  source: DataSource
  /** The expression of the root, such as `nodes["Fetch"].output`. Rows can be dragged if it is given. */
  rootPath?: string | undefined
  /** Called with an expression when the user picks a row. */
  onPickPath?: ((expression: string) => void) | undefined
  /** Data to compare with: a toggle marks the differences. */
  compareTo?: DataSource | undefined
  /** Marks the differences from the start. */
  marksChanges?: boolean
  /** The name of a downloaded file, without its ending. */
  fileName?: string
  className?: string
}

/** Shows JSON data as a tree, a table or a schema. It fills its container. */
export function DataView(props: DataViewProps) {
  const { source, className } = props
  const { data, error, isFetching, refetch } = useData(source)
  return (
    <div className={clsx('@container flex min-h-0 flex-1 flex-col', className)}>
      {data !== undefined ? (
        <LoadedDataView key={sourceKey(source)} {...props} data={data} />
      ) : error ? (
        <div role="alert" className="space-y-3 p-4 text-[13px]">
          <p className="font-medium">{t.loadFailed}</p>
          <p className="text-muted">{describeError(error)}</p>
          <Button variant="secondary" size="sm" busy={isFetching} onClick={() => void refetch()}>
            {common.tryAgain}
          </Button>
        </div>
      ) : (
        <Loading label={t.loading} className="space-y-2 p-4">
          <Skeleton className="h-3 w-1/2" />
          <Skeleton className="h-3 w-2/3" />
          <Skeleton className="h-3 w-1/3" />
        </Loading>
      )}
    </div>
  )
}

function sourceKey(source: DataSource): string {
  return source.kind === 'value' ? 'value' : `${source.executionId} ${source.step ?? ''} ${source.part}`
}

function LoadedDataView({
  data,
  rootPath,
  onPickPath,
  compareTo,
  marksChanges = false,
  fileName = 'data',
}: DataViewProps & { data: LoadedData }) {
  const [mode, setMode] = useMode()
  const [{ query, current }, setSearch] = useState({ query: '', current: 0 })
  const [showsChanges, setShowsChanges] = useState(marksChanges)
  const store = useMemo(() => new TreeStore(data), [data])
  const { tree, active, reveals } = useSyncExternalStore(store.subscribe, store.state)
  const { whole, download, load, cancel } = useWholeData(data)
  const lists = useMemo(() => listsIn(data.root), [data])
  const [listPath, setListPath] = useState('')
  const show = (match: Match | undefined) => {
    if (match === undefined) return
    store.reveal(match.path, match.positions)
    const around = lists.find(({ path }) => isWithin(match.path, path))
    if (around !== undefined) setListPath(around.path.join())
  }
  const result = useSearch(whole, query, ({ matches }) => show(matches[0]))
  const list = lists.find(({ path }) => path.join() === listPath) ?? lists[0]
  const shownMode: Mode = mode === 'table' && list === undefined ? 'tree' : mode
  const comparison = useComparison(showsChanges ? compareTo : undefined, data)
  const [cell, setCell] = useState<{ path: Path; entry: Entry | undefined }>()
  const { copy, notice, container, clear } = useCopy()

  const move = (by: 1 | -1) => {
    if (whole === undefined) return void load()
    const total = result?.matches.length ?? 0
    if (total === 0) return
    const next = (current + by + total) % total
    setSearch({ query, current: next })
    show(result?.matches[next])
  }
  const activeRow = tree.rowAt(active)
  const selected =
    shownMode === 'table' && cell !== undefined
      ? cell
      : { path: activeRow === undefined ? [] : pathOf(activeRow), entry: activeRow?.entry }
  const expression = toExpression(rootPath ?? '', selected.path)
  const copySelected = (what: 'path' | 'value', path = selected.path, entry = selected.entry) =>
    copy(what, what === 'path' ? toExpression(rootPath ?? '', path) : textOf(entry))
  const isLarge = data.read !== undefined
  const size = data.size === null ? undefined : formatSize(data.size)
  const isComparable = data.root.type === 'object' || (marksChanges && data.root.type === 'array')
  const canCompare = compareTo !== undefined && !isLarge && isComparable

  if (data.root.value === undefined && data.root.isWhole) {
    return <p className="p-4 text-[13px] text-muted">{t.noData}</p>
  }
  return (
    <div ref={container} className="relative flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-2 px-3 py-2">
        <ModeSwitch mode={shownMode} hasTable={list !== undefined} onChange={setMode} />
        <SearchBox
          query={query}
          onChange={(text) => setSearch({ query: text, current: 0 })}
          placeholder={size === undefined ? t.search : t.searchIn(size)}
          result={result}
          current={current}
          onMove={move}
        />
        {canCompare && shownMode === 'tree' && (
          <button
            type="button"
            aria-pressed={showsChanges}
            aria-label={t.showChanges}
            title={t.showChanges}
            onClick={() => setShowsChanges(!showsChanges)}
            className={clsx(
              'grid size-8 shrink-0 place-items-center rounded-control',
              showsChanges ? 'bg-accent-soft text-accent-ink' : 'text-muted hover:bg-hover hover:text-ink',
            )}
          >
            <Diff aria-hidden="true" className="size-4" />
          </button>
        )}
        <DownloadLink data={data} fileName={fileName} />
      </div>
      {isLarge && whole === undefined && query !== '' && download?.state !== 'loading' && (
        <p className="px-3 pb-2 text-xs text-muted">
          {download?.state === 'failed' ? t.downloadFailed : t.pressEnter}
        </p>
      )}
      {download?.state === 'loading' && (
        <div role="status" className="flex items-center gap-3 px-3 pb-2 text-xs text-muted">
          <progress max={data.size ?? 1} value={download.bytes} className="h-1 flex-1 accent-accent" />
          {t.loadedSoFar(formatSize(download.bytes), size ?? '')}
          <Button variant="ghost" size="sm" onClick={cancel}>
            {t.stopLoading}
          </Button>
        </div>
      )}
      {tree.hasFailed && (
        <p role="alert" className="flex items-center gap-2 px-3 pb-2 text-xs text-danger-ink">
          {t.partFailed}
          <Button variant="ghost" size="sm" onClick={() => tree.retryFailed()}>
            {common.tryAgain}
          </Button>
        </p>
      )}
      {shownMode === 'table' && list !== undefined && (
        <>
          {lists.length > 1 && (
            <label className="flex items-center gap-2 px-3 pb-2 text-xs text-muted">
              {t.list}
              <select
                value={list.path.join()}
                onChange={(event) => setListPath(event.target.value)}
                className="h-7 rounded-control border border-line bg-surface px-1.5 text-ink"
              >
                {lists.map(({ path, length }) => (
                  <option key={path.join()} value={path.join()}>
                    {path.join('.')} ({t.entries(length)})
                  </option>
                ))}
              </select>
            </label>
          )}
          <TableView
            list={list}
            read={data.read}
            query={query}
            match={result?.matches[current]?.path}
            onSelect={(path, entry) => {
              clear()
              setCell({ path, entry })
            }}
          />
        </>
      )}
      {shownMode === 'schema' && (
        <SchemaPane
          whole={whole}
          query={query}
          size={size ?? ''}
          isLoading={download?.state === 'loading'}
          onLoad={() => void load()}
        />
      )}
      {shownMode === 'tree' && (
        <TreeView
          tree={tree}
          label={t.treeLabel}
          active={active}
          reveals={reveals}
          onActivate={(row) => {
            clear()
            store.activate(row)
          }}
          onToggle={(row) => store.toggle(row)}
          rootPath={rootPath}
          onPick={onPickPath && ((path) => onPickPath(toExpression(rootPath ?? '', path)))}
          onCopy={(row, what) => copySelected(what, pathOf(row), row.entry)}
          query={query}
          comparison={comparison}
        />
      )}
      {shownMode !== 'schema' && (
        <PathBar
          expression={expression}
          entry={selected.entry}
          notice={notice}
          onCopy={copySelected}
          onInsert={onPickPath && (() => onPickPath(expression))}
        />
      )}
    </div>
  )
}

const NOTHING: DataSource = { kind: 'value', value: null }

function useComparison(compareTo: DataSource | undefined, data: LoadedData): Comparison | undefined {
  const before = useData(compareTo ?? NOTHING).data
  const isOn = compareTo !== undefined
  return useMemo(() => {
    if (!isOn || before === undefined || before.read !== undefined) return undefined
    return new Comparison(before.root.value, data.root.value)
  }, [isOn, before, data])
}

/** The text to copy; undefined if the value is not in memory. */
function textOf(entry: Entry | undefined): string | undefined {
  if (entry?.isWhole !== true) return undefined
  return typeof entry.value === 'string' ? entry.value : JSON.stringify(entry.value, undefined, 2)
}

function DownloadLink({ data, fileName }: { data: LoadedData; fileName: string }) {
  const className = buttonClass('ghost', 'sm', 'px-2 text-muted')
  if (data.url !== null) {
    return (
      <a
        href={data.url}
        download={`${fileName}.json`}
        aria-label={t.download}
        title={t.download}
        className={className}
      >
        <Download aria-hidden="true" className="size-4" />
      </a>
    )
  }
  const save = () => {
    const url = URL.createObjectURL(
      new Blob([JSON.stringify(data.root.value, undefined, 2)], { type: 'application/json' }),
    )
    const link = Object.assign(document.createElement('a'), { href: url, download: `${fileName}.json` })
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), 10_000)
  }
  return (
    <button type="button" aria-label={t.download} title={t.download} onClick={save} className={className}>
      <Download aria-hidden="true" className="size-4" />
    </button>
  )
}
