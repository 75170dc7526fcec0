import { getRouteApi } from '@tanstack/react-router'
import { AuthLayout } from '../../app/auth-layout.tsx'
import { useEnter } from '../../app/use-enter.ts'
import { Alert } from '../../components/alert.tsx'
import { SignInForm } from './sign-in-form.tsx'

const signInRoute = getRouteApi('/sign-in')

export function SignInPage() {
  const { next, reason } = signInRoute.useSearch()
  const needsOwner = signInRoute.useRouteContext({ select: (context) => context.session.needs_owner })
  const enter = useEnter()
  return (
    <AuthLayout
      title="Sign in"
      lead={needsOwner ? 'First this Millrace needs an owner.' : 'Welcome back. Your workflows kept running.'}
    >
      {needsOwner && (
        <Alert className="mb-6" title="Nobody owns this Millrace yet">
          Open the link printed in the terminal to create the first owner.
        </Alert>
      )}
      {reason === 'expired' && (
        <Alert tone="warning" live className="mb-6" title="Your session has ended">
          Sign in again to go on where you were.
        </Alert>
      )}
      <SignInForm onDone={(session) => void enter(session, next)} />
    </AuthLayout>
  )
}
