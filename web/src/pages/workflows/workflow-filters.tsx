import type { Ref } from 'react'
import { SearchField } from '../../components/input/search-field.tsx'
import { Select } from '../../components/input/select.tsx'
import { Button } from '../../components/button.tsx'
import * as t from '../../texts/workflows/list.ts'
import { isFiltered, type WorkflowsSearch } from './workflows-search.ts'

interface WorkflowFiltersProps {
  search: WorkflowsSearch
  onChange: (change: WorkflowsSearch) => void
  tags: readonly string[]
  folders: readonly string[]
  isFetching: boolean
  fieldRef: Ref<HTMLInputElement>
}

const any = ''

/** Search, status, tag, folder and order. */
export function WorkflowFilters({
  search,
  onChange,
  tags,
  folders,
  isFetching,
  fieldRef,
}: WorkflowFiltersProps) {
  const set = (change: Partial<Record<keyof WorkflowsSearch, string | undefined>>) => {
    const next = { ...search, ...change }
    onChange(
      Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined && value !== any)),
    )
  }
  return (
    <div className="flex flex-col gap-2 pb-3 sm:flex-row sm:items-center">
      <SearchField
        ref={fieldRef}
        label={t.search}
        clearLabel={t.clearSearch}
        className="mx-4 sm:mr-0 sm:ml-6 sm:w-72"
        value={search.q ?? ''}
        keys="/"
        isFetching={isFetching}
        onChange={(q) => set({ q: q.trim() === '' ? undefined : q })}
      />
      <div className="flex min-w-0 flex-1 items-center gap-2 overflow-x-auto px-4 py-0.5 sm:pr-6 sm:pl-0">
        <Select
          aria-label={t.status}
          compact
          className="w-32 shrink-0"
          value={search.status ?? any}
          onChange={(status) => set({ status })}
          options={[
            { value: any, label: t.anyStatus },
            { value: 'published', label: t.live },
            { value: 'draft', label: t.draft },
          ]}
        />
        {(tags.length > 0 || search.tag !== undefined) && (
          <Select
            aria-label={t.tag}
            compact
            className="w-32 shrink-0"
            value={search.tag ?? any}
            onChange={(tag) => set({ tag })}
            options={[{ value: any, label: t.anyTag }, ...toOptions(tags, search.tag)]}
          />
        )}
        {(folders.length > 0 || search.folder !== undefined) && (
          <Select
            aria-label={t.folder}
            compact
            className="w-36 shrink-0"
            value={search.folder ?? any}
            onChange={(folder) => set({ folder })}
            options={[{ value: any, label: t.anyFolder }, ...toOptions(folders, search.folder)]}
          />
        )}
        <Select
          aria-label={t.sort}
          compact
          className="w-36 shrink-0 sm:ml-auto"
          value={search.sort ?? any}
          onChange={(sort) => set({ sort })}
          options={[
            { value: any, label: t.sortNames.updated },
            { value: 'created', label: t.sortNames.created },
            { value: 'name', label: t.sortNames.name },
          ]}
        />
        {isFiltered(search) && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => set({ q: undefined, tag: undefined, folder: undefined, status: undefined })}
          >
            {t.clearFilters}
          </Button>
        )}
      </div>
    </div>
  )
}

function toOptions(values: readonly string[], chosen: string | undefined) {
  const all = chosen === undefined || values.includes(chosen) ? values : [...values, chosen]
  return all.map((value) => ({ value, label: value }))
}
