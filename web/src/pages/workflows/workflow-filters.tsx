import type { Ref } from 'react'
import { withoutUndefined } from '../../app/without-undefined.ts'
import { FilterSelect } from '../../components/input/filter-select.tsx'
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

/** The order of a list whose address names none. */
const byUpdate = ''

/** Search, status, tag, folder and order. */
export function WorkflowFilters({
  search,
  onChange,
  tags,
  folders,
  isFetching,
  fieldRef,
}: WorkflowFiltersProps) {
  const set = (change: Partial<Record<keyof WorkflowsSearch, string | undefined>>) =>
    onChange(withoutUndefined({ ...search, ...change }))
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
        <FilterSelect
          label={t.status}
          anyLabel={t.anyStatus}
          values={['published', 'draft']}
          nameOf={(status) => (status === 'published' ? t.live : t.draft)}
          value={search.status}
          onChange={(status) => set({ status })}
          className="w-32 shrink-0"
        />
        {(tags.length > 0 || search.tag !== undefined) && (
          <FilterSelect
            label={t.tag}
            anyLabel={t.anyTag}
            values={tags}
            value={search.tag}
            onChange={(tag) => set({ tag })}
            className="w-32 shrink-0"
          />
        )}
        {(folders.length > 0 || search.folder !== undefined) && (
          <FilterSelect
            label={t.folder}
            anyLabel={t.anyFolder}
            values={folders}
            value={search.folder}
            onChange={(folder) => set({ folder })}
            className="w-36 shrink-0"
          />
        )}
        <Select
          aria-label={t.sort}
          compact
          className="w-40 shrink-0 sm:ml-auto"
          value={search.sort ?? byUpdate}
          onChange={(sort) => set({ sort: sort === byUpdate ? undefined : sort })}
          options={[
            { value: byUpdate, label: t.sortNames.updated },
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
