import { fieldLabels } from '@millrace/contract/field-label.ts'
import { ClipboardList, Plus } from 'lucide-react'
import { useRef } from 'react'
import type { Issue } from '../../api/api-error.ts'
import { ShortcutHint } from '../../app/commands/shortcut-hint.tsx'
import * as t from '../../texts/forms/builder.ts'
import type { FormContent } from '../model/form-document.ts'
import { editSetting } from '../model/use-form-content.ts'
import { problemsAt } from '../preview/use-preview.ts'
import { AddField } from './add-field.tsx'
import { FieldCard } from './field-card.tsx'
import { type Builder, labelId } from './use-builder.ts'

interface FormCanvasProps {
  content: FormContent
  builder: Builder
  issues: readonly Issue[]
  /** Opens the settings of the selected field where there is no space beside the form. */
  onOpenSettings: (() => void) | undefined
}

/** The form as it will be, in which everything can be typed over. */
export function FormCanvas({ content, builder, issues, onOpenSettings }: FormCanvasProps) {
  const { name, fields, settings } = content
  const { canEdit, store, addingAfter } = builder
  const labels = fieldLabels(fields)
  const submit = useRef<HTMLInputElement>(null)
  const focusField = (index: number) => {
    const field = fields[index]
    if (field !== undefined) document.getElementById(labelId(field.name))?.focus()
  }
  const search = (
    <AddField
      label={typeof addingAfter === 'string' ? t.addAfter(nameAt(addingAfter)) : t.addField}
      onChoose={builder.add}
      onClose={() => {
        builder.closeAdd()
        if (typeof addingAfter === 'string') document.getElementById(labelId(addingAfter))?.focus()
      }}
    />
  )
  function nameAt(wanted: string): string {
    return labels.get(wanted) ?? wanted
  }
  const isAtEnd = addingAfter === null || (addingAfter !== undefined && addingAfter === fields.at(-1)?.name)
  return (
    <div className="mx-auto w-full max-w-2xl rounded-2xl border border-line bg-surface px-4 py-6 sm:px-6">
      <div className="px-4 sm:px-5">
        <input
          aria-label={t.formName}
          value={name}
          placeholder={t.namePlaceholder}
          readOnly={!canEdit}
          maxLength={200}
          dir="auto"
          autoComplete="off"
          aria-invalid={name.trim() === '' ? true : undefined}
          onFocus={() => builder.select(undefined)}
          onChange={(event) =>
            store.edit(
              t.edits.name,
              (draft) => {
                draft.variables['name'] = event.target.value
              },
              { coalesce: 'name' },
            )
          }
          onBlur={() => {
            if (name.trim() !== '') return
            store.edit(t.edits.name, (draft) => {
              draft.variables['name'] = t.namePlaceholder
            })
          }}
          className="-ml-1.5 block h-10 w-full rounded-[0.375rem] bg-transparent px-1.5 text-2xl font-semibold tracking-[-0.015em] placeholder:text-muted hover:bg-hover/70"
        />
        {(canEdit || settings.description !== undefined) && (
          <textarea
            aria-label={t.description}
            value={settings.description ?? ''}
            placeholder={t.descriptionPlaceholder}
            readOnly={!canEdit}
            maxLength={5_000}
            rows={1}
            dir="auto"
            onFocus={() => builder.select(undefined)}
            onChange={(event) => editSetting(store, 'description', event.target.value || undefined)}
            className="mt-1 -ml-1.5 field-sizing-content block w-full resize-none rounded-[0.375rem] bg-transparent px-1.5 py-1.5 text-sm leading-5 text-muted placeholder:text-muted hover:bg-hover/70"
          />
        )}
      </div>
      {fields.length === 0 && (
        <div className="px-5 py-8 text-center">
          <ClipboardList aria-hidden="true" className="mx-auto mb-3 size-7 text-muted" strokeWidth={1.5} />
          <h2 className="text-sm font-semibold">{t.empty}</h2>
          {canEdit && <p className="mx-auto mt-1 max-w-sm text-[0.8125rem] text-muted">{t.emptyNote}</p>}
        </div>
      )}
      <ol aria-label={t.fields} className="mt-4 space-y-1">
        {fields.flatMap((field, index) => {
          const [problem] = problemsAt(issues, `fields[${index}]`).values()
          const card = (
            <FieldCard
              key={builder.keyOf(field.name)}
              field={field}
              index={index}
              name={nameAt(field.name)}
              count={fields.length}
              builder={builder}
              problem={problem === undefined ? undefined : t.issue(problem)}
              onOpenSettings={onOpenSettings}
              onFocusField={(next) => (next >= fields.length ? submit.current?.focus() : focusField(next))}
            />
          )
          const isOpenHere = addingAfter === field.name && !isAtEnd
          return isOpenHere ? [card, <li key="search">{search}</li>] : [card]
        })}
      </ol>
      {canEdit && (
        <div className="mt-3">
          {isAtEnd ? (
            search
          ) : (
            <button
              type="button"
              onClick={() => builder.openAdd()}
              className="flex h-11 w-full items-center gap-2 rounded-[0.625rem] border border-dashed border-line-strong/70 px-4 text-[0.8125rem] font-medium text-muted transition-colors hover:border-accent hover:text-ink sm:px-5"
            >
              <Plus aria-hidden="true" className="size-4" />
              {t.addField}
              <ShortcutHint keys="/" className="ml-auto max-md:hidden" />
            </button>
          )}
        </div>
      )}
      <div className="mt-5 px-4 sm:px-5">
        <input
          ref={submit}
          aria-label={t.submitLabel}
          value={settings.submit_label ?? ''}
          placeholder={t.submitDefault}
          readOnly={!canEdit}
          maxLength={60}
          size={Math.max(8, (settings.submit_label ?? '').length + 1)}
          onFocus={() => builder.select(undefined)}
          onChange={(event) =>
            editSetting(
              store,
              'submit_label',
              event.target.value.trim() === '' ? undefined : event.target.value,
            )
          }
          className="h-10 max-w-full rounded-control bg-accent px-4 text-center text-sm font-medium text-on-accent placeholder:text-on-accent"
        />
      </div>
    </div>
  )
}
