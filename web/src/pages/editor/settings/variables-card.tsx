import { Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../../components/button.tsx'
import { Card, CardHeader } from '../../../components/card.tsx'
import { Field } from '../../../components/field.tsx'
import { IconButton } from '../../../components/icon-button.tsx'
import { controlClass } from '../../../components/input/control.ts'
import { setVariable } from '../../../editor/model/edits/parameters.ts'
import type { EditorStore } from '../../../editor/model/editor-store.ts'
import * as t from '../../../texts/editor/settings.ts'
import { parseValue, showValue } from './variable-value.ts'

/** The constants of the working copy. Every change is an edit, saved and undone like those on the canvas. */
export function VariablesCard({ store, canEdit }: { store: EditorStore; canEdit: boolean }) {
  const variables = useStore(store, (state) => state.document.variables)
  const names = Object.keys(variables)
  return (
    <Card>
      <CardHeader title={t.variables}>{t.variablesNote}</CardHeader>
      <div className="space-y-3 px-5 pt-4 pb-5 sm:px-6">
        {names.length === 0 && (
          <p className="text-[0.8125rem] text-muted">{canEdit ? t.noVariables : t.viewerNoVariables}</p>
        )}
        {names.length > 0 && (
          <ul className="space-y-2">
            {names.map((name) => (
              <li key={name} className="flex items-center gap-2">
                <span className="w-40 shrink-0 truncate font-mono text-[0.8125rem]" title={name}>
                  {name}
                </span>
                <input
                  className={controlClass(true, 'font-mono')}
                  aria-label={t.valueOf(name)}
                  value={showValue(variables[name])}
                  readOnly={!canEdit}
                  onChange={(event) =>
                    store.edit(
                      t.setVariable(name),
                      (draft) => setVariable(draft, name, parseValue(event.target.value)),
                      { coalesce: `variable ${name}` },
                    )
                  }
                />
                {canEdit && (
                  <IconButton
                    icon={Trash2}
                    label={t.removeVariable(name)}
                    tone="danger"
                    onClick={() =>
                      store.edit(t.deleteVariable(name), (draft) => setVariable(draft, name, undefined))
                    }
                  />
                )}
              </li>
            ))}
          </ul>
        )}
        {canEdit && <NewVariable store={store} names={names} />}
      </div>
    </Card>
  )
}

const identifier = /^[\p{L}_$][\p{L}\p{N}_$]*$/u

function NewVariable({ store, names }: { store: EditorStore; names: readonly string[] }) {
  const [name, setName] = useState('')
  const [value, setValue] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const error = !identifier.test(name.trim())
    ? t.nameInvalid
    : names.includes(name.trim())
      ? t.nameTaken
      : undefined
  const add = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (error !== undefined) return
    store.edit(t.setVariable(name.trim()), (draft) => setVariable(draft, name.trim(), parseValue(value)))
    setName('')
    setValue('')
    setSubmitted(false)
  }
  return (
    <form
      noValidate
      onSubmit={add}
      className="grid gap-3 border-t border-line pt-3 sm:grid-cols-[10rem_1fr_auto]"
    >
      <Field label={t.variableName} error={isSubmitted ? error : undefined}>
        {(control) => (
          <input
            {...control}
            className={controlClass(true, 'font-mono')}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label={t.variableValue} hint={t.valueHint}>
        {(control) => (
          <input
            {...control}
            className={controlClass(true, 'font-mono')}
            value={value}
            onChange={(event) => setValue(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="secondary" size="sm" className="self-start sm:mt-6.5">
        <Plus aria-hidden="true" className="size-4" />
        {t.addVariable}
      </Button>
    </form>
  )
}
