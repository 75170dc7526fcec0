import { useRef, useState } from 'react'
import { type FormErrors, noFormErrors } from '../api/field-errors.ts'
import { focusFirstInvalid } from '../components/focus-first-invalid.ts'

/** The state of a form of required texts, such as names and passwords: what was typed, and what is wrong with it. */
export function useRequiredTexts<Field extends string>(initial: Readonly<Record<Field, string>>) {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState<Readonly<Record<Field, string>>>(initial)
  const [errors, setErrors] = useState<FormErrors<Field>>(noFormErrors)
  return {
    form,
    values,
    setValues,
    errors,
    clearErrors: () => setErrors(noFormErrors),
    showErrors(found: FormErrors<Field>) {
      setErrors(found)
      focusFirstInvalid(form.current)
    },
    bind: (field: Field) => ({
      name: field,
      required: true,
      value: values[field],
      error: errors.fields[field],
      onChange: (event: { target: { value: string } }) => {
        setValues({ ...values, [field]: event.target.value })
        setErrors({ ...errors, fields: { ...errors.fields, [field]: undefined } })
      },
    }),
  }
}
