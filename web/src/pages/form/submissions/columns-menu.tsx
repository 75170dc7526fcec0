import { Columns3 } from 'lucide-react'
import { Button } from '../../../components/button.tsx'
import { CheckBox } from '../../../components/check-box.tsx'
import { Popover } from '../../../components/overlay/popover.tsx'
import * as t from '../../../texts/forms/submissions.ts'
import type { useColumns } from './use-columns.ts'

/** Chooses the columns of the table. */
export function ColumnsMenu({ columns }: { columns: ReturnType<typeof useColumns> }) {
  const shown = new Set(columns.shown.map(({ name }) => name))
  return (
    <Popover
      label={t.chooseColumns}
      align="end"
      className="w-72 p-2"
      trigger={
        <Button variant="secondary" size="sm">
          <Columns3 aria-hidden="true" className="size-4" />
          <span className="max-sm:sr-only">{t.columns}</span>
        </Button>
      }
    >
      <div className="max-h-80 overflow-y-auto">
        {columns.all.map(({ name, label, current }) => (
          <CheckBox key={name} label={label} checked={shown.has(name)} onChange={() => columns.toggle(name)}>
            {current ? undefined : t.removedColumn}
          </CheckBox>
        ))}
      </div>
      <div className="mt-1 flex gap-1 border-t border-line pt-2">
        <Button variant="ghost" size="sm" onClick={columns.showAll}>
          {t.showAllColumns}
        </Button>
        <Button variant="ghost" size="sm" inactive={columns.isDefault} onClick={columns.reset}>
          {t.resetColumns}
        </Button>
      </div>
    </Popover>
  )
}
