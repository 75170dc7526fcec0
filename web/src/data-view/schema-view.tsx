import { useRef } from 'react'
import * as t from '../texts/data-view.ts'
import { entryOf } from './data-source.ts'
import { schemaExpression, type SchemaField } from './infer-schema.ts'
import { useVirtualRows } from './use-virtual-rows.ts'
import { ValueText } from './value-text.tsx'

const ROW_HEIGHT = 26

/** The fields of the data with their types: a table in which nesting is shown by indentation. */
export function SchemaView({ fields, query }: { fields: readonly SchemaField[]; query: string }) {
  const container = useRef<HTMLDivElement>(null)
  const shown = fields.filter(
    ({ path }) => path.length > 0 && schemaExpression('', path).toLowerCase().includes(query.toLowerCase()),
  )
  const rows = useVirtualRows(container, { count: shown.length, rowHeight: ROW_HEIGHT })
  return (
    <div
      ref={container}
      role="table"
      aria-label={t.schemaLabel}
      aria-rowcount={shown.length + 1}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto text-xs outline-offset-[-2px]"
    >
      <div
        role="row"
        className="sticky top-0 z-10 grid grid-cols-[minmax(0,5fr)_minmax(0,2fr)_minmax(0,2fr)_minmax(0,4fr)] gap-2 border-b border-line bg-surface px-3 py-1.5 font-medium text-muted"
      >
        <span role="columnheader">{t.field}</span>
        <span role="columnheader">{t.type}</span>
        <span role="columnheader">{t.present}</span>
        <span role="columnheader">{t.example}</span>
      </div>
      <div role="rowgroup" className="relative" style={{ height: rows.height }}>
        <div role="none" className="absolute inset-x-0" style={{ top: rows.top }}>
          {shown.slice(rows.first, rows.last + 1).map((field) => (
            <SchemaRow key={schemaExpression('', field.path)} field={field} />
          ))}
        </div>
      </div>
    </div>
  )
}

function SchemaRow({ field }: { field: SchemaField }) {
  const { path, types, count, of, example } = field
  const name = path.at(-1)
  return (
    <div
      role="row"
      style={{ height: ROW_HEIGHT }}
      className="grid grid-cols-[minmax(0,5fr)_minmax(0,2fr)_minmax(0,2fr)_minmax(0,4fr)] items-center gap-2 px-3 font-mono hover:bg-hover"
    >
      <span
        role="cell"
        title={schemaExpression('', path)}
        style={{ paddingLeft: (path.length - 1) * 12 }}
        className="truncate"
      >
        {name ?? '[ ]'}
      </span>
      <span role="cell" className="truncate text-accent-ink">
        {types.map((type) => t.typeNames[type]).join(' | ')}
      </span>
      <span role="cell" className="truncate font-sans text-muted">
        {count === of ? t.always : t.presentIn(count, of)}
      </span>
      <span role="cell" className="flex min-w-0">
        {example !== undefined && <ValueText entry={entryOf(null, example)} />}
      </span>
    </div>
  )
}
