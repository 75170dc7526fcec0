import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { ApiError, describeError } from '../../api/api-error.ts'
import { signIn } from '../../api/session.ts'
import type { Session } from '../../api/types.ts'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { focusFirstInvalid } from '../../components/focus-first-invalid.ts'
import { FormStatus } from '../../components/form-status.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { useCountdown } from '../../components/use-countdown.ts'
import * as common from '../../texts/common.ts'
import * as t from '../../texts/sign-in.ts'

interface FieldErrors {
  email?: string
  password?: string
}

interface SignInFormProps {
  /** Fills in the email. The focus is then on the password. */
  email?: string
  onDone: (session: Session) => void
}

export function SignInForm({ email: knownEmail = '', onDone }: SignInFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [email, setEmail] = useState(knownEmail)
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})
  const [wait, startWait] = useCountdown()

  const attempt = useMutation({
    mutationFn: signIn,
    onSuccess: onDone,
    onError: (error) => {
      if (error instanceof ApiError && (error.code === 'RATE_LIMITED' || error.status === 503))
        startWait(error.retryAfterSeconds ?? 30)
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (attempt.isPending || wait > 0) return
    const found: FieldErrors = {}
    if (email.trim() === '') found.email = t.emailRequired
    if (password === '') found.password = t.passwordRequired
    setErrors(found)
    if (found.email || found.password) focusFirstInvalid(form.current)
    else attempt.mutate({ email: email.trim(), password })
  }

  return (
    <form ref={form} onSubmit={submit} noValidate aria-label={common.signIn} className="space-y-5">
      <FormStatus fields={{ ...errors }} />
      {attempt.isError && (
        <Alert tone="danger" live title={t.failed}>
          {describeError(attempt.error)}
        </Alert>
      )}
      <TextField
        label={common.email}
        type="email"
        name="email"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only purpose of the page
        autoFocus={knownEmail === ''}
        autoComplete="username"
        inputMode="email"
        required
        value={email}
        error={errors.email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <PasswordField
        label={common.password}
        name="password"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog that asks only for the password
        autoFocus={knownEmail !== ''}
        autoComplete="current-password"
        required
        value={password}
        error={errors.password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" busy={attempt.isPending} inactive={wait > 0} className="w-full">
        {wait > 0 ? t.retryIn(wait) : common.signIn}
      </Button>
    </form>
  )
}
