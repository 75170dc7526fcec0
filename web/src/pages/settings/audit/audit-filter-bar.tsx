import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { auditActorsQuery } from '../../../api/audit.ts'
import { Button } from '../../../components/button.tsx'
import { Field } from '../../../components/field.tsx'
import { controlClass } from '../../../components/input/control.ts'
import { Select } from '../../../components/input/select.tsx'
import * as t from '../../../texts/settings/audit.ts'
import { isFiltered, type AuditSearch } from './audit-search.ts'

interface AuditFilterBarProps {
  filters: AuditSearch
  onChange: (filters: AuditSearch) => void
}

export function AuditFilterBar({ filters, onChange }: AuditFilterBarProps) {
  const { data: actors = [] } = useQuery(auditActorsQuery)
  const set = (name: keyof AuditSearch, value: string) => {
    const { [name]: _replaced, ...others } = filters
    onChange(value === '' ? others : { ...others, [name]: value })
  }
  const kind = filters.action?.split('.', 1)[0] ?? ''
  const actorOptions = actors.map((actor) => ({
    value: actor.id ?? 'system',
    label: actor.kind === 'person' ? actor.name : `${actor.name} (${t.actorKinds[actor.kind]})`,
  }))
  // A link may name somebody whose entries are gone.
  const isUnknown = filters.actor !== undefined && !actorOptions.some(({ value }) => value === filters.actor)
  return (
    <div
      role="search"
      aria-label={t.filters}
      className="mb-5 grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap"
    >
      <Field label={t.actor} className="sm:w-52">
        {(control) => (
          <Select
            {...control}
            compact
            value={filters.actor ?? ''}
            onChange={(value) => set('actor', value)}
            options={[
              { value: '', label: t.anyone },
              ...actorOptions,
              ...(isUnknown ? [{ value: filters.actor ?? '', label: filters.actor ?? '' }] : []),
            ]}
          />
        )}
      </Field>
      <Field label={t.action} className="sm:w-48">
        {(control) => (
          <Select
            {...control}
            compact
            value={kind}
            onChange={(value) => set('action', value)}
            options={[
              { value: '', label: t.anything },
              ...Object.entries(t.kinds).map(([value, label]) => ({ value, label })),
              ...(kind === '' || t.kinds[kind] !== undefined ? [] : [{ value: kind, label: kind }]),
            ]}
          />
        )}
      </Field>
      {(['from', 'to'] as const).map((name) => (
        <Field key={name} label={t[name]} className="sm:w-40">
          {(control) => (
            <input
              {...control}
              type="date"
              value={filters[name] ?? ''}
              onChange={(event) => set(name, event.target.value)}
              className={controlClass(true)}
            />
          )}
        </Field>
      ))}
      {filters.resource !== undefined && (
        <Button variant="secondary" size="sm" onClick={() => set('resource', '')}>
          {t.oneResource}
          <X aria-hidden="true" className="size-4" />
        </Button>
      )}
      {isFiltered(filters) && (
        <Button variant="ghost" size="sm" onClick={() => onChange({})}>
          {t.clear}
        </Button>
      )}
    </div>
  )
}
