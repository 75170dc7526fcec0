import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { toFormErrors } from '../api/field-errors.ts'
import type { Session } from '../api/types.ts'
import { Alert } from '../components/alert.tsx'
import { Button } from '../components/button.tsx'
import { TextField } from '../components/field.tsx'
import { FormStatus } from '../components/form-status.tsx'
import { validatePassword } from '../components/rate-password.ts'
import { PasswordField } from '../components/password-field.tsx'
import { PasswordStrength } from '../components/password-strength.tsx'
import * as t from '../texts/account.ts'
import * as common from '../texts/common.ts'
import { useRequiredTexts } from './use-required-texts.ts'

const labels = { name: common.name, email: common.email, password: common.password }
type Field = keyof typeof labels

interface AccountFormProps {
  submitLabel: string
  failedTitle: string
  initialEmail?: string
  /** Only where the form is the only purpose of the page. */
  startsFocused?: boolean
  createUser: (user: Record<Field, string>) => Promise<Session>
  onDone: (session: Session) => void
}

/** Name, email and password of a user who does not exist yet. */
export function AccountForm(props: AccountFormProps) {
  const { submitLabel, failedTitle, initialEmail = '', startsFocused = false, createUser, onDone } = props
  const { form, values, errors, clearErrors, showErrors, bind } = useRequiredTexts<Field>({
    name: '',
    email: initialEmail,
    password: '',
  })
  const create = useMutation({
    mutationFn: createUser,
    onSuccess: onDone,
    onError: (error) => showErrors(toFormErrors(error, labels)),
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (create.isPending) return
    const found = validate(values)
    if (Object.values(found).some(Boolean)) return showErrors({ fields: found, form: undefined })
    clearErrors()
    create.mutate({ name: values.name.trim(), email: values.email.trim(), password: values.password })
  }

  return (
    <form ref={form} onSubmit={submit} noValidate aria-label={submitLabel} className="space-y-5">
      <FormStatus fields={errors.fields} />
      {errors.form && (
        <Alert tone="danger" live title={failedTitle}>
          {errors.form}
        </Alert>
      )}
      <TextField
        label={labels.name}
        autoComplete="name"
        maxLength={200}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- callers set it for pages that are nothing but this form
        autoFocus={startsFocused}
        {...bind('name')}
      />
      <TextField
        label={labels.email}
        type="email"
        autoComplete="username"
        inputMode="email"
        {...bind('email')}
      />
      <PasswordField
        label={labels.password}
        autoComplete="new-password"
        hint={errors.fields.password ? undefined : <PasswordStrength password={values.password} />}
        {...bind('password')}
      />
      <Button type="submit" busy={create.isPending} className="w-full">
        {submitLabel}
      </Button>
    </form>
  )
}

function validate(values: Record<Field, string>): Partial<Record<Field, string>> {
  const found: Partial<Record<Field, string>> = {}
  if (values.name.trim() === '') found.name = t.nameRequired
  if (!isEmail(values.email.trim())) found.email = t.emailInvalid
  const problem = validatePassword(values.password)
  if (problem !== undefined) found.password = problem
  return found
}

export function isEmail(text: string): boolean {
  return /^\S+@\S+$/.test(text)
}
