import { Link } from '@tanstack/react-router'
import type { CatalogueEntry } from '../../api/integrations.ts'
import type { Credential } from '../../api/credentials.ts'
import { VirtualList } from '../../components/data/virtual-list.tsx'
import { VirtualTable, type TableColumn } from '../../components/data/virtual-table.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { kindOfCredential } from '../../connections/credential-values.ts'
import { KeyTile, ServiceTile } from '../../connections/service-tile.tsx'
import * as t from '../../texts/connections/credentials.ts'
import * as page from '../../texts/connections/page.ts'
import { CredentialStatusBadge } from './credential-status.tsx'

interface CredentialListProps {
  credentials: readonly Credential[]
  catalogue: readonly CatalogueEntry[]
  openId: string | undefined
  isWide: boolean
  /** Leaves out what the panel beside the list shows. */
  isNarrowed: boolean
}

export function CredentialList({ credentials, catalogue, openId, isWide, isNarrowed }: CredentialListProps) {
  const titleOf = ({ type }: Credential) => kindOfCredential(type, catalogue).title
  if (!isWide) return <CredentialCards credentials={credentials} catalogue={catalogue} titleOf={titleOf} />
  const columns: TableColumn<Credential>[] = [
    {
      id: 'name',
      title: t.columns.name,
      width: 'minmax(12rem,1fr)',
      isHeader: true,
      cell: (credential) => (
        <span className="flex items-center gap-3">
          <CredentialTile credential={credential} catalogue={catalogue} />
          <CredentialLink credential={credential} />
        </span>
      ),
    },
    {
      id: 'type',
      title: t.columns.type,
      width: '11rem',
      cell: (credential) => <span className="block truncate text-muted">{titleOf(credential)}</span>,
    },
    {
      id: 'status',
      title: t.columns.status,
      width: '7rem',
      cell: ({ status }) => <CredentialStatusBadge status={status} />,
    },
    {
      id: 'used',
      title: t.columns.used,
      width: '8rem',
      cell: ({ last_used_at: at }) => (
        <span className="text-muted">{at === null ? page.never : <RelativeTime value={at} />}</span>
      ),
    },
    {
      id: 'changed',
      title: t.columns.changed,
      width: '8rem',
      cell: ({ value_changed_at: at, created_at: createdAt }) => (
        <span className="text-muted">
          <RelativeTime value={at ?? createdAt} />
        </span>
      ),
    },
  ]
  return (
    <VirtualTable
      label={t.listLabel}
      columns={isNarrowed ? columns.filter(({ id }) => id !== 'changed' && id !== 'type') : columns}
      items={credentials}
      keyOf={({ id }) => id}
      rowHeight={45}
      padding="px-6"
      className="min-h-0 flex-1 border-t border-line"
      rowProps={({ id }) => ({
        'data-selected': String(id === openId),
        className:
          'relative transition-colors hover:bg-hover/60 has-[a:focus-visible]:bg-hover has-[a:focus-visible]:shadow-[inset_2px_0_0_var(--color-focus)] data-[selected=true]:bg-accent-soft/60',
      })}
    />
  )
}

interface CardsProps {
  credentials: readonly Credential[]
  catalogue: readonly CatalogueEntry[]
  titleOf: (credential: Credential) => string
}

function CredentialCards({ credentials, catalogue, titleOf }: CardsProps) {
  return (
    <VirtualList
      label={t.listLabel}
      items={credentials}
      keyOf={({ id }) => id}
      itemHeight={68}
      measured
      className="min-h-0 flex-1 border-t border-line"
      renderItem={(credential) => (
        <div className="relative flex items-center gap-3 border-b border-line px-4 py-3">
          <CredentialTile credential={credential} catalogue={catalogue} />
          <div className="min-w-0 flex-1">
            <CredentialLink credential={credential} />
            <p className="truncate text-xs text-muted">{titleOf(credential)}</p>
          </div>
          <CredentialStatusBadge status={credential.status} />
        </div>
      )}
    />
  )
}

function CredentialLink({ credential }: { credential: Credential }) {
  return (
    <Link
      from="/connections"
      to="."
      search={(search) => ({ ...search, credential: credential.id })}
      replace
      dir="auto"
      className="block min-w-0 truncate font-medium outline-none after:absolute after:inset-0"
    >
      {credential.name}
    </Link>
  )
}

function CredentialTile({
  credential: { type },
  catalogue,
}: {
  credential: Credential
  catalogue: readonly CatalogueEntry[]
}) {
  const service = catalogue.find((entry) => entry.credential?.type === type)
  return service === undefined ? <KeyTile /> : <ServiceTile type={service.type} name={service.name} />
}
