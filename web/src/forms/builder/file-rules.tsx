import { useState } from 'react'
import type { FormField } from '../../api/forms.ts'
import { Field, TextField } from '../../components/field.tsx'
import { NumberInput } from '../../components/input/number-field.tsx'
import * as t from '../../texts/forms/builder.ts'

const MB = 1_000_000
const MAX_FILES = 20

interface FileRulesProps {
  field: FormField
  errorOf: (member: string) => string | undefined
  onChange: (member: keyof FormField, value: unknown) => void
}

/** Which files a field accepts. */
export function FileRules({ field, errorOf, onChange }: FileRulesProps) {
  const [typed, setTyped] = useState<string>()
  const listError = (field.accept ?? []).map((_, index) => errorOf(`accept[${index}]`)).find(Boolean)
  return (
    <>
      <TextField
        label={t.accept}
        hint={t.acceptNote}
        error={listError ?? errorOf('accept')}
        spellCheck={false}
        autoComplete="off"
        value={typed ?? (field.accept ?? []).join(', ')}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange('accept', readAccept(event.target.value))
        }}
        onBlur={() => setTyped(undefined)}
      />
      <div className="grid grid-cols-2 gap-3">
        <Field label={t.maxSize} error={errorOf('max_bytes')}>
          {(control) => (
            <NumberInput
              {...control}
              min={0}
              value={field.max_bytes === undefined ? undefined : field.max_bytes / MB}
              onChange={(size) =>
                onChange('max_bytes', size === undefined || size <= 0 ? undefined : Math.round(size * MB))
              }
            />
          )}
        </Field>
        <Field label={t.maxFiles} hint={t.maxFilesNote} error={errorOf('max_files')}>
          {(control) => (
            <NumberInput
              {...control}
              min={1}
              max={MAX_FILES}
              value={field.max_files ?? 1}
              onChange={(count) =>
                onChange('max_files', count === undefined || count <= 1 ? undefined : Math.round(count))
              }
            />
          )}
        </Field>
      </div>
    </>
  )
}

function readAccept(text: string): string[] | undefined {
  const entries = text
    .split(/[\s,;]+/)
    .map((entry) => entry.toLowerCase())
    .filter((entry) => entry !== '')
  return entries.length === 0 ? undefined : entries
}
