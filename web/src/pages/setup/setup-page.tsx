import { getRouteApi, Link } from '@tanstack/react-router'
import { AuthLayout } from '../../app/auth-layout.tsx'
import { useEnter } from '../../app/use-enter.ts'
import { Alert } from '../../components/alert.tsx'
import { buttonClass } from '../../components/button.tsx'
import { SetupForm } from './setup-form.tsx'
import { forgetSetupToken, readSetupToken } from './setup-token.ts'

const setupRoute = getRouteApi('/setup')

export function SetupPage() {
  const needsOwner = setupRoute.useRouteContext({ select: (context) => context.session.needs_owner })
  const enter = useEnter()
  const token = readSetupToken()

  if (!needsOwner) {
    return (
      <AuthLayout title="Already set up" lead="This Millrace has an owner. Sign in to go on.">
        <Link to="/sign-in" className={buttonClass('primary', 'md', 'w-full')}>
          Sign in
        </Link>
      </AuthLayout>
    )
  }

  return (
    <AuthLayout title="Set up Millrace" lead="Create the owner of this installation. It takes a minute.">
      {token === undefined ? (
        <Alert title="Open the link from the terminal">
          When Millrace starts for the first time it prints a one-time link. This page needs the whole of it.
        </Alert>
      ) : (
        <SetupForm
          token={token}
          onDone={(session) => {
            forgetSetupToken()
            void enter(session)
          }}
        />
      )}
    </AuthLayout>
  )
}
