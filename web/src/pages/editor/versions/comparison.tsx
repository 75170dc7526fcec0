import { useQuery } from '@tanstack/react-query'
import { GitCompare, ListTree, RotateCcw, Workflow } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { type VersionSummary, versionQuery } from '../../../api/workflows.ts'
import { Button } from '../../../components/button.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { Select } from '../../../components/input/select.tsx'
import { Segmented } from '../../../components/segmented.tsx'
import { Loading, Skeleton } from '../../../components/skeleton.tsx'
import { useMediaQuery } from '../../../components/use-media-query.ts'
import { DiffGraph } from '../../../editor/diff/diff-graph.tsx'
import { DiffList } from '../../../editor/diff/diff-list.tsx'
import { summariseDiff } from '../../../editor/diff/summarise-diff.ts'
import { readDocument } from '../../../editor/model/definition.ts'
import { diffDocuments } from '../../../editor/model/diff-documents.ts'
import { rulesFrom } from '../../../editor/model/edits/expression-rules.ts'
import type { NodeTypes } from '../../../graph/node-types.ts'
import type { GraphDocument } from '../../../graph/types.ts'
import * as t from '../../../texts/editor/versions.ts'
import { RestoreDialog } from './restore-dialog.tsx'
import { type ChosenVersions, type OpenWorkflow, WORKING_COPY } from './chosen-versions.ts'

interface ComparisonProps {
  document: OpenWorkflow
  nodeTypes: NodeTypes
  versions: readonly VersionSummary[]
  chosen: ChosenVersions
  onChooseBase: (base: string) => void
}

/** What differs between two versions, as a graph and as a list. */
export function Comparison({ document, nodeTypes, versions, chosen, onChooseBase }: ComparisonProps) {
  const selectId = useId()
  const [restoring, setRestoring] = useState(false)
  const nameOf = (id: string) => {
    const found = versions.find((version) => version.id === id)
    return found === undefined ? t.workingCopy : t.version(found.number, found.created_at)
  }
  const options = [
    { value: WORKING_COPY, label: t.workingCopy },
    ...versions.map(({ id, number, created_at: at }) => ({ value: id, label: t.version(number, at) })),
  ].filter(({ value }) => value !== chosen.version)
  const version = versions.find(({ id }) => id === chosen.version)
  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-surface px-4 py-2">
        <h2 className="text-sm font-semibold">{nameOf(chosen.version)}</h2>
        <div className="flex items-center gap-2 text-[0.8125rem]">
          <label htmlFor={selectId} className="text-muted">
            {t.compareWith}
          </label>
          <Select
            id={selectId}
            compact
            className="w-40"
            value={chosen.base ?? ''}
            options={chosen.base === undefined ? [{ value: '', label: '' }, ...options] : options}
            onChange={onChooseBase}
          />
        </div>
        {version !== undefined && document.canEdit && (
          <Button variant="secondary" size="sm" className="ml-auto" onClick={() => setRestoring(true)}>
            <RotateCcw aria-hidden="true" className="size-4" />
            {t.restore}
          </Button>
        )}
      </header>
      <div className="min-h-0 flex-1">
        {chosen.base === undefined ? (
          <EmptyState icon={GitCompare} title={t.onlyOne} topic="drafts">
            {t.onlyOneNote}
          </EmptyState>
        ) : (
          <Differences
            key={`${chosen.base} ${chosen.version}`}
            document={document}
            nodeTypes={nodeTypes}
            before={chosen.base}
            after={chosen.version}
          />
        )}
      </div>
      {version !== undefined && (
        <RestoreDialog
          open={restoring}
          document={document}
          version={version}
          onClose={() => setRestoring(false)}
        />
      )}
    </div>
  )
}

interface DifferencesProps {
  document: OpenWorkflow
  nodeTypes: NodeTypes
  before: string
  after: string
}

function Differences({ document, nodeTypes, before, after }: DifferencesProps) {
  const left = useVersionDocument(document, before)
  const right = useVersionDocument(document, after)
  const failed = [left, right].find(({ error }) => error !== null)
  if (failed !== undefined) {
    return <ErrorState title={t.comparisonFailed} error={failed.error} onRetry={failed.retry} />
  }
  if (left.shown === undefined || right.shown === undefined) {
    return (
      <Loading label={t.loadingComparison} className="space-y-3 p-4">
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
      </Loading>
    )
  }
  return <LoadedDifferences before={left.shown} after={right.shown} nodeTypes={nodeTypes} />
}

interface VersionDocument {
  shown: GraphDocument | undefined
  error: unknown
  retry: () => void
}

function useVersionDocument(document: OpenWorkflow, id: string): VersionDocument {
  const isWorkingCopy = id === WORKING_COPY
  const workingCopy = useStore(document.store, (state) => state.document)
  const { data, error, refetch } = useQuery({
    ...versionQuery(document.workflow.id, id),
    enabled: !isWorkingCopy,
  })
  const version = useMemo(() => (data === undefined ? undefined : readDocument(data)), [data])
  return {
    shown: isWorkingCopy ? workingCopy : version,
    error: isWorkingCopy ? null : error,
    retry: () => void refetch(),
  }
}

interface LoadedDifferencesProps {
  before: GraphDocument
  after: GraphDocument
  nodeTypes: NodeTypes
}

type View = 'graph' | 'list'

function LoadedDifferences({ before, after, nodeTypes }: LoadedDifferencesProps) {
  const diff = useMemo(
    () => diffDocuments(before, after, rulesFrom(nodeTypes.all)),
    [before, after, nodeTypes],
  )
  const [selected, setSelected] = useState<string>()
  const [view, setView] = useState<View>('list')
  const isWide = useMediaQuery('(min-width: 64rem)')
  const list = (
    <DiffList
      diff={diff}
      nodes={[...after.nodes, ...before.nodes]}
      nodeTypes={nodeTypes}
      selected={selected}
      onSelect={setSelected}
    />
  )
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-1.5">
        <p className="text-[0.8125rem] text-muted">{summariseDiff(diff)}</p>
        {!isWide && (
          <Segmented
            label={t.showAs}
            value={view}
            onChange={setView}
            options={[
              { value: 'graph', label: t.showGraph, icon: Workflow },
              { value: 'list', label: t.showList, icon: ListTree },
            ]}
          />
        )}
      </div>
      <div className="flex min-h-0 flex-1">
        {(isWide || view === 'graph') && (
          <div className="min-h-0 min-w-0 flex-1">
            <DiffGraph
              diff={diff}
              after={after}
              nodeTypes={nodeTypes}
              selected={selected}
              onSelect={setSelected}
            />
          </div>
        )}
        {(isWide || view === 'list') && (
          <div className="min-h-0 overflow-y-auto border-line bg-canvas p-3 max-lg:flex-1 lg:w-[26rem] lg:border-l">
            {list}
          </div>
        )}
      </div>
    </div>
  )
}
