import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download, ScrollText } from 'lucide-react'
import { OwnersOnly } from '../../../account/owners-only.tsx'
import { auditExportAddress, auditQuery } from '../../../api/audit.ts'
import { useCommands } from '../../../app/commands/use-commands.ts'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { CommandMenuItem, Menu } from '../../../components/menu.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { Loading, Skeleton } from '../../../components/skeleton.tsx'
import { StaleNotice } from '../../../components/stale-notice.tsx'
import * as t from '../../../texts/settings/audit.ts'
import { AuditFilterBar } from './audit-filter-bar.tsx'
import { AuditRow } from './audit-row.tsx'
import { isFiltered, type AuditSearch } from './audit-search.ts'

export function AuditPage() {
  return (
    <OwnersOnly
      icon={ScrollText}
      title={t.title}
      intro={t.intro}
      refusal={t.ownersOnly}
      note={t.ownersOnlyNote}
    >
      <AuditLog />
    </OwnersOnly>
  )
}

function AuditLog() {
  const filters = useSearch({ from: '/signed-in/settings/audit' })
  const navigate = useNavigate({ from: '/settings/audit' })
  const change = (search: AuditSearch) => void navigate({ search, replace: true })
  const exports = (['csv', 'jsonl'] as const).map((format) => ({
    id: `audit.export-${format}`,
    title: format === 'csv' ? t.exportCsv : t.exportLines,
    group: t.title,
    icon: Download,
    // The answer is a download, so the page stays.
    run: () => location.assign(auditExportAddress(filters, format)),
  }))
  useCommands(exports)
  return (
    <>
      <PageHeader
        title={t.title}
        action={
          <Menu
            align="end"
            trigger={
              <Button variant="secondary">
                <Download aria-hidden="true" className="size-4" />
                {t.exportLog}
              </Button>
            }
          >
            {exports.map((command) => (
              <CommandMenuItem key={command.id} command={command} />
            ))}
          </Menu>
        }
      >
        {t.intro}
      </PageHeader>
      <AuditFilterBar filters={filters} onChange={change} />
      <Entries filters={filters} onChange={change} />
    </>
  )
}

interface EntriesProps {
  filters: AuditSearch
  onChange: (filters: AuditSearch) => void
}

function Entries({ filters, onChange }: EntriesProps) {
  const query = useInfiniteQuery(auditQuery(filters))
  const { data, error, isFetching, refetch } = query
  const retry = () => void refetch()
  if (data === undefined) {
    return (
      <Card>
        {error ? (
          <ErrorState title={t.loadFailed} error={error} retrying={isFetching} onRetry={retry} />
        ) : (
          <Loading label={t.loading} className="space-y-5 p-5 sm:px-6">
            {['w-64', 'w-80', 'w-56', 'w-72', 'w-60'].map((width) => (
              <Skeleton key={width} className={`h-4 max-w-full ${width}`} />
            ))}
          </Loading>
        )}
      </Card>
    )
  }
  const entries = data.pages.flatMap((page) => page.entries)
  if (entries.length === 0) {
    return (
      <Card>
        {isFiltered(filters) ? (
          <EmptyState
            icon={ScrollText}
            title={t.nothingMatches}
            action={
              <Button variant="secondary" onClick={() => onChange({})}>
                {t.clear}
              </Button>
            }
          >
            {t.nothingMatchesNote}
          </EmptyState>
        ) : (
          <EmptyState icon={ScrollText} title={t.empty} topic="access#audit-log">
            {t.emptyNote}
          </EmptyState>
        )}
      </Card>
    )
  }
  return (
    <div className="space-y-4">
      {error && <StaleNotice error={error} retrying={isFetching} onRetry={retry} />}
      <Card>
        <ol aria-label={t.entries} className="divide-y divide-line">
          {entries.map((entry) => (
            <AuditRow key={entry.id} entry={entry} onResource={(resource) => onChange({ resource })} />
          ))}
        </ol>
      </Card>
      {query.hasNextPage && (
        <div className="text-center">
          <Button
            variant="secondary"
            busy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t.loadMore}
          </Button>
        </div>
      )}
    </div>
  )
}
