import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { noFormErrors, toFormErrors, type FormErrors } from '../../api/field-errors.ts'
import { setUpOwner } from '../../api/session.ts'
import type { Session } from '../../api/types.ts'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { focusFirstInvalid } from '../../components/focus-first-invalid.ts'
import { FormStatus } from '../../components/form-status.tsx'
import { refusePassword } from '../../components/judge-password.ts'
import { PasswordField } from '../../components/password-field.tsx'
import { PasswordStrength } from '../../components/password-strength.tsx'

const fields = ['name', 'email', 'password'] as const
type Field = (typeof fields)[number]

interface SetupFormProps {
  token: string
  onDone: (session: Session) => void
}

export function SetupForm({ token, onDone }: SetupFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState<Record<Field, string>>({ name: '', email: '', password: '' })
  const [errors, setErrors] = useState<FormErrors<Field>>(noFormErrors)

  const refuse = (found: FormErrors<Field>) => {
    setErrors(found)
    focusFirstInvalid(form.current)
  }
  const setUp = useMutation({
    mutationFn: setUpOwner,
    onSuccess: onDone,
    onError: (error) => refuse(toFormErrors(error, fields)),
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (setUp.isPending) return
    const found = check(values)
    if (Object.values(found).some(Boolean)) return refuse({ fields: found, form: undefined })
    setErrors(noFormErrors)
    setUp.mutate({ token, name: values.name.trim(), email: values.email.trim(), password: values.password })
  }

  const bind = (field: Field) => ({
    name: field,
    required: true,
    value: values[field],
    error: errors.fields[field],
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [field]: event.target.value })
      setErrors({ ...errors, fields: { ...errors.fields, [field]: undefined } })
    },
  })

  return (
    <form ref={form} onSubmit={submit} noValidate aria-label="Create the owner" className="space-y-5">
      <FormStatus fields={errors.fields} />
      {errors.form && (
        <Alert tone="danger" live title="The owner was not created">
          {errors.form}
        </Alert>
      )}
      <TextField label="Name" autoComplete="name" maxLength={200} {...bind('name')} />
      <TextField label="E-mail" type="email" autoComplete="username" inputMode="email" {...bind('email')} />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={errors.fields.password ? undefined : <PasswordStrength password={values.password} />}
        {...bind('password')}
      />
      <Button type="submit" busy={setUp.isPending} className="w-full">
        Create owner
      </Button>
    </form>
  )
}

function check(values: Record<Field, string>): Partial<Record<Field, string>> {
  const found: Partial<Record<Field, string>> = {}
  if (values.name.trim() === '') found.name = 'Enter your name.'
  if (!/^\S+@\S+$/.test(values.email.trim()))
    found.email = 'Enter an e-mail address, such as name@example.com.'
  const refused = refusePassword(values.password)
  if (refused !== undefined) found.password = refused
  return found
}
