import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { Field } from '../components/field.tsx'
import { IconButton } from '../components/icon-button.tsx'
import { controlClass } from '../components/input/control.ts'
import { Select } from '../components/input/select.tsx'
import { Textarea } from '../components/input/textarea.tsx'
import * as t from '../texts/credentials.ts'
import { type CredentialField, type CredentialKind, isMissing } from './credential-values.ts'

interface CredentialFieldsProps {
  kind: CredentialKind
  values: Readonly<Record<string, string>>
  /** Marks required fields that are empty. */
  showMissing: boolean
  onChange: (values: Readonly<Record<string, string>>) => void
}

/** The fields of a secret, as its type describes them. */
export function CredentialFields({ kind, values, showMissing, onChange }: CredentialFieldsProps) {
  return kind.fields.map((field) => (
    <SecretField
      key={`${kind.type}.${field.name}`}
      field={field}
      value={values[field.name] ?? ''}
      error={showMissing && isMissing(field, values) ? t.required(field.title) : undefined}
      onChange={(text) => onChange({ ...values, [field.name]: text })}
    />
  ))
}

interface SecretFieldProps {
  field: CredentialField
  value: string
  error: string | undefined
  onChange: (text: string) => void
}

function SecretField({ field, value, error, onChange }: SecretFieldProps) {
  const [isShown, setShown] = useState(false)
  const { title, help, options, isSecret, example } = field
  return (
    <Field label={title} {...(help === '' ? {} : { hint: help })} error={error}>
      {(control) =>
        options !== undefined ? (
          <Select
            {...control}
            compact
            value={value}
            onChange={onChange}
            options={[{ value: '', label: '' }, ...options.map((one) => ({ value: one, label: one }))]}
          />
        ) : field.isLong === true ? (
          <Textarea {...control} compact value={value} onChange={(event) => onChange(event.target.value)} />
        ) : (
          <span className="relative block">
            <input
              {...control}
              type={isSecret && !isShown ? 'password' : 'text'}
              autoComplete="off"
              spellCheck={false}
              value={value}
              placeholder={example}
              onChange={(event) => onChange(event.target.value)}
              className={controlClass(true, isSecret ? 'pr-10 md:pr-10 font-mono' : '')}
            />
            {isSecret && (
              <IconButton
                icon={isShown ? EyeOff : Eye}
                label={isShown ? t.hide(title) : t.show(title)}
                onClick={() => setShown(!isShown)}
                className="absolute top-0 right-0"
              />
            )}
          </span>
        )
      }
    </Field>
  )
}
