import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import type { EditorStore } from '../../editor/model/editor-store.ts'
import * as t from '../../texts/forms/builder.ts'
import { editSetting } from '../model/use-form-content.ts'

interface AccentFieldProps {
  store: EditorStore
  value: string | undefined
  canEdit: boolean
}

/** What the page uses if no colour is chosen, in light mode. */
const standard = '#0b6a75'

export function AccentField({ store, value, canEdit }: AccentFieldProps) {
  return (
    <Field label={t.accent} hint={t.accentNote}>
      {(control) => (
        <div className="flex items-center gap-2">
          <input
            {...control}
            type="color"
            disabled={!canEdit}
            value={value ?? standard}
            onChange={(event) => editSetting(store, 'color', event.target.value)}
            className="h-10 w-16 rounded-control border border-line-strong bg-surface p-1"
          />
          {value === undefined ? (
            <span className="text-[0.8125rem] text-muted">{t.accentDefault}</span>
          ) : (
            canEdit && (
              <Button variant="ghost" size="sm" onClick={() => editSetting(store, 'color', undefined)}>
                {t.accentDefault}
              </Button>
            )
          )}
        </div>
      )}
    </Field>
  )
}
