import { getRouteApi, Link } from '@tanstack/react-router'
import { AuthLayout } from '../../app/auth-layout.tsx'
import { useCompleteSignIn } from '../../app/use-complete-sign-in.ts'
import { Alert } from '../../components/alert.tsx'
import { buttonClass } from '../../components/button.tsx'
import * as common from '../../texts/common.ts'
import * as t from '../../texts/setup.ts'
import { SetupForm } from './setup-form.tsx'
import { clearSetupToken, readSetupToken } from './setup-token.ts'

const setupRoute = getRouteApi('/setup')

export function SetupPage() {
  const needsOwner = setupRoute.useRouteContext({ select: (context) => context.session.needs_owner })
  const completeSignIn = useCompleteSignIn()
  const token = readSetupToken()

  if (!needsOwner) {
    return (
      <AuthLayout title={t.alreadySetUp} lead={t.ownerExists}>
        <Link to="/sign-in" className={buttonClass('primary', 'md', 'w-full')}>
          {common.signIn}
        </Link>
      </AuthLayout>
    )
  }

  return (
    <AuthLayout title={t.title} lead={t.intro}>
      {token === undefined ? (
        <Alert title={t.linkRequired}>{t.linkExplained}</Alert>
      ) : (
        <SetupForm
          token={token}
          onDone={(session) => {
            clearSetupToken()
            void completeSignIn(session)
          }}
        />
      )}
    </AuthLayout>
  )
}
