import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useRequiredTexts } from '../../account/use-required-texts.ts'
import { ApiError } from '../../api/api-error.ts'
import { toFormErrors, type FormErrors } from '../../api/field-errors.ts'
import { changePassword } from '../../api/session.ts'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { FormStatus } from '../../components/form-status.tsx'
import { validatePassword } from '../../components/rate-password.ts'
import { PasswordField } from '../../components/password-field.tsx'
import { PasswordStrength } from '../../components/password-strength.tsx'
import * as t from '../../texts/profile.ts'

const labels = { current_password: t.currentPassword, new_password: t.newPassword }
type Field = keyof typeof labels

const empty: Record<Field, string> = { current_password: '', new_password: '' }

export function PasswordForm({ email }: { email: string }) {
  const { form, values, setValues, errors, clearErrors, showErrors, bind } = useRequiredTexts(empty)
  const change = useMutation({
    mutationFn: changePassword,
    onSuccess: () => setValues(empty),
    onError: (error) => showErrors(toPasswordErrors(error)),
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (change.isPending) return
    change.reset()
    const found: FormErrors<Field>['fields'] = {}
    if (values.current_password === '') found.current_password = t.currentPasswordRequired
    const problem = validatePassword(values.new_password)
    if (problem !== undefined) found.new_password = problem
    if (Object.keys(found).length > 0) return showErrors({ fields: found, form: undefined })
    clearErrors()
    change.mutate(values)
  }

  return (
    <form
      ref={form}
      onSubmit={submit}
      noValidate
      aria-label={t.changePassword}
      className="max-w-md space-y-5 p-5 sm:px-6 sm:pb-6"
    >
      <FormStatus fields={errors.fields} />
      {errors.form && (
        <Alert tone="danger" live title={t.changeFailed}>
          {errors.form}
        </Alert>
      )}
      {change.isSuccess && (
        <Alert tone="success" live title={t.passwordChanged}>
          {t.otherSessionsEnded}
        </Alert>
      )}
      {/* Lets password managers find the account. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={labels.current_password}
        autoComplete="current-password"
        {...bind('current_password')}
      />
      <PasswordField
        label={labels.new_password}
        autoComplete="new-password"
        hint={errors.fields.new_password ? undefined : <PasswordStrength password={values.new_password} />}
        {...bind('new_password')}
      />
      <Button type="submit" busy={change.isPending}>
        {t.changePassword}
      </Button>
    </form>
  )
}

/** A 401 or 403 without issues means that the current password is wrong. */
function toPasswordErrors(error: unknown): FormErrors<Field> {
  const isRejected = error instanceof ApiError && (error.status === 401 || error.status === 403)
  if (isRejected && error.issues.length === 0)
    return { fields: { current_password: error.message }, form: undefined }
  return toFormErrors(error, labels)
}
