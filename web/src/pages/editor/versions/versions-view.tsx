import { useInfiniteQuery } from '@tanstack/react-query'
import { versionsQuery } from '../../../api/workflows.ts'
import { Button } from '../../../components/button.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { Loading, Skeleton } from '../../../components/skeleton.tsx'
import type { NodeTypes } from '../../../graph/node-types.ts'
import * as t from '../../../texts/editor/versions.ts'
import { type OpenWorkflow, useChosenVersions, WORKING_COPY } from './chosen-versions.ts'
import { Comparison } from './comparison.tsx'
import { VersionItem, WorkingCopyItem } from './version-item.tsx'

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
    <div className="flex min-h-0 flex-1 flex-col md:flex-row">
      <nav
        aria-label={t.list}
        className="shrink-0 overflow-y-auto border-line bg-surface max-md:max-h-72 max-md:border-b md:w-80 md:border-r"
      >
        <h2 className="sr-only">{t.title}</h2>
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
