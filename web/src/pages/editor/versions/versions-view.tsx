import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type VersionSummary, versionsQuery } from '../../../api/workflows.ts'
import { Button } from '../../../components/button.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { Loading, Skeleton } from '../../../components/skeleton.tsx'
import type { WorkflowDocument } from '../../../editor/sync/use-workflow-document.ts'
import type { NodeTypes } from '../../../graph/node-types.ts'
import * as t from '../../../texts/editor/versions.ts'
import { Comparison } from './comparison.tsx'
import { VersionItem, WorkingCopyItem } from './version-item.tsx'

export type OpenWorkflow = Extract<WorkflowDocument, { status: 'ready' }>

/** Stands for the working copy where a version is expected. */
export const WORKING_COPY = 'working-copy'

export function VersionsView({ document, nodeTypes }: { document: OpenWorkflow; nodeTypes: NodeTypes }) {
  const versions = useInfiniteQuery(versionsQuery(document.workflow.id))
  const list = versions.data?.pages.flatMap((page) => page.versions) ?? []
  const [chosen, choose] = useChosenVersions(list, document.changedFromLive)
  if (versions.isError && list.length === 0) {
    return (
      <ErrorState
        title={t.loadFailed}
        error={versions.error}
        onRetry={() => void versions.refetch()}
        retrying={versions.isFetching}
      />
    )
  }
  return (
    <div className="flex h-full min-h-0 flex-col md:flex-row">
      <nav
        aria-label={t.list}
        className="shrink-0 overflow-y-auto border-line bg-surface max-md:max-h-72 max-md:border-b md:w-80 md:border-r"
      >
        <h1 className="sr-only">{t.title}</h1>
        <WorkingCopyItem
          isChanged={document.changedFromLive}
          isPublished={document.workflow.status === 'published'}
          isSelected={chosen.version === WORKING_COPY}
          onSelect={() => choose({ version: WORKING_COPY, base: undefined })}
        />
        {versions.isPending && (
          <Loading label={t.loading} className="space-y-2 p-3">
            <Skeleton className="h-14" />
            <Skeleton className="h-14" />
            <Skeleton className="h-14" />
          </Loading>
        )}
        <ol>
          {list.map((version) => (
            <li key={version.id}>
              <VersionItem
                version={version}
                isLive={version.is_current && document.workflow.status === 'published'}
                isSelected={chosen.version === version.id}
                onSelect={() => choose({ version: version.id, base: undefined })}
              />
            </li>
          ))}
        </ol>
        {versions.hasNextPage && (
          <div className="p-3">
            <Button
              variant="secondary"
              size="sm"
              className="w-full"
              busy={versions.isFetchingNextPage}
              onClick={() => void versions.fetchNextPage()}
            >
              {t.more}
            </Button>
          </div>
        )}
      </nav>
      <div className="min-h-0 min-w-0 flex-1">
        {list.length > 0 && (
          <Comparison
            document={document}
            nodeTypes={nodeTypes}
            versions={list}
            chosen={chosen}
            onChooseBase={(base) => choose({ version: chosen.version, base })}
          />
        )}
      </div>
    </div>
  )
}

export interface ChosenVersions {
  /** A version, or the working copy. */
  readonly version: string
  /** What it is compared with; undefined if there is nothing older. */
  readonly base: string | undefined
}

/** The choice is part of the address. By default, a version is compared with the one before it. */
function useChosenVersions(
  versions: readonly VersionSummary[],
  isChanged: boolean,
): readonly [ChosenVersions, (chosen: ChosenVersions) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const current = versions.find((version) => version.is_current)
  const fallback = isChanged ? WORKING_COPY : (current?.id ?? WORKING_COPY)
  const version = text(search['version']) ?? fallback
  const index = versions.findIndex(({ id }) => id === version)
  const previous = version === WORKING_COPY ? current?.id : versions[index + 1]?.id
  const choose = (next: ChosenVersions) => {
    const rest = Object.fromEntries(
      Object.entries(search).filter(([name]) => name !== 'base' && name !== 'version'),
    )
    const base = next.base === undefined ? {} : { base: next.base }
    void navigate({ to: '.', search: { ...rest, version: next.version, ...base } } as never)
  }
  return [{ version, base: text(search['base']) ?? previous }, choose]
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
