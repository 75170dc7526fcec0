import { Download } from 'lucide-react'
import type { Ref } from 'react'
import { buttonClass } from '../../../components/button.tsx'
import { SearchField } from '../../../components/input/search-field.tsx'
import * as t from '../../../texts/forms/submissions.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import type { useColumns } from './use-columns.ts'

interface SubmissionsToolbarProps {
  formId: string
  search: string
  onSearch: (search: string) => void
  isSearching: boolean
  /** How many submissions there are, or were found. */
  count: string
  columns: ReturnType<typeof useColumns>
  fieldRef: Ref<HTMLInputElement>
}

/** Search, choice of columns and export. */
export function SubmissionsToolbar(props: SubmissionsToolbarProps) {
  const { formId, search, onSearch, isSearching, count, columns, fieldRef } = props
  const found = search === '' ? '' : `?search=${encodeURIComponent(search)}`
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-4 py-2.5">
      <SearchField
        ref={fieldRef}
        label={t.search}
        clearLabel={t.clearSearch}
        value={search}
        keys="/"
        isFetching={isSearching}
        onChange={onSearch}
        className="w-full sm:w-72"
      />
      <span className="text-[0.8125rem] text-muted">{count}</span>
      <div className="ml-auto flex gap-2">
        <ColumnsMenu columns={columns} />
        <a
          href={`/app/v1/forms/${formId}/submissions.csv${found}`}
          download
          title={t.exportNote}
          className={buttonClass('secondary', 'sm')}
        >
          <Download aria-hidden="true" className="size-4" />
          <span className="max-sm:sr-only">{search === '' ? t.exportCsv : t.exportFound}</span>
        </a>
      </div>
    </div>
  )
}
