import type { Credential, CredentialStatus } from '../../api/credentials.ts'
import type { CatalogueEntry } from '../../api/integrations.ts'
import { FilterSelect } from '../../components/input/filter-select.tsx'
import { kindOfCredential } from '../../connections/credential-values.ts'
import * as tc from '../../texts/connections/credentials.ts'
import type { ConnectionsSearch } from './connections-search.ts'
import { CredentialList } from './credential-list.tsx'
import { NothingFound } from './nothing-found.tsx'

interface CredentialFiltersProps {
  search: ConnectionsSearch
  types: readonly string[]
  catalogue: readonly CatalogueEntry[]
  onChange: (change: Partial<Record<keyof ConnectionsSearch, string | undefined>>) => void
}

export function CredentialFilters({ search, types, catalogue, onChange }: CredentialFiltersProps) {
  return (
    <div className="flex items-center gap-2">
      <FilterSelect
        label={tc.type}
        anyLabel={tc.anyType}
        values={types}
        nameOf={(type) => kindOfCredential(type, catalogue).title}
        value={search.type}
        onChange={(type) => onChange({ type })}
        className="w-40"
      />
      <FilterSelect
        label={tc.status}
        anyLabel={tc.anyStatus}
        values={Object.keys(tc.statuses) as CredentialStatus[]}
        nameOf={(status) => tc.statuses[status]}
        value={search.status}
        onChange={(status) => onChange({ status })}
        className="w-32"
      />
    </div>
  )
}

interface FilteredCredentialsProps {
  credentials: readonly Credential[]
  catalogue: readonly CatalogueEntry[]
  search: ConnectionsSearch
  isWide: boolean
  isNarrowed: boolean
  hasFilter: boolean
  onClear: () => void
}

export function FilteredCredentials(props: FilteredCredentialsProps) {
  const { credentials, catalogue, search, isWide, isNarrowed, hasFilter, onClear } = props
  const wanted = (search.q ?? '').toLowerCase()
  const found = credentials.filter(
    ({ name, type, status }) =>
      name.toLowerCase().includes(wanted) &&
      (search.type === undefined || type === search.type) &&
      (search.status === undefined || status === search.status),
  )
  if (found.length === 0 && hasFilter) return <NothingFound onClear={onClear} />
  return (
    <>
      <output className="sr-only">{tc.count(found.length)}</output>
      <CredentialList
        credentials={found}
        catalogue={catalogue}
        openId={search.credential}
        isWide={isWide}
        isNarrowed={isNarrowed}
      />
    </>
  )
}
