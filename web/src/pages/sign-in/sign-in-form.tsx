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

interface Missing {
  email?: string
  password?: string
}

export function SignInForm({ onDone }: { onDone: (session: Session) => void }) {
  const form = useRef<HTMLFormElement>(null)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<Missing>({})
  const [wait, startWait] = useCountdown()

  const enter = useMutation({
    mutationFn: signIn,
    onSuccess: onDone,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'RATE_LIMITED') startWait(error.retryAfterSeconds ?? 30)
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (enter.isPending || wait > 0) return
    const found: Missing = {}
    if (email.trim() === '') found.email = 'Enter your e-mail address.'
    if (password === '') found.password = 'Enter your password.'
    setMissing(found)
    if (found.email || found.password) focusFirstInvalid(form.current)
    else enter.mutate({ email: email.trim(), password })
  }

  return (
    <form ref={form} onSubmit={submit} noValidate aria-label="Sign in" className="space-y-5">
      <FormStatus fields={{ ...missing }} />
      {enter.isError && (
        <Alert tone="danger" live title="You are not signed in">
          {describeError(enter.error)}
        </Alert>
      )}
      <TextField
        label="E-mail"
        type="email"
        name="email"
        autoComplete="username"
        inputMode="email"
        required
        value={email}
        error={missing.email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        value={password}
        error={missing.password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" busy={enter.isPending} inactive={wait > 0} className="w-full">
        {wait > 0 ? `Try again in ${wait} s` : 'Sign in'}
      </Button>
    </form>
  )
}
