import { getRouteApi } from '@tanstack/react-router'
import { AuthLayout } from '../../app/auth-layout.tsx'
import { useCompleteSignIn } from '../../app/use-complete-sign-in.ts'
import { Alert } from '../../components/alert.tsx'
import * as common from '../../texts/common.ts'
import * as t from '../../texts/sign-in.ts'
import { SignInForm } from './sign-in-form.tsx'

const signInRoute = getRouteApi('/sign-in')

export function SignInPage() {
  const { next, reason } = signInRoute.useSearch()
  const needsOwner = signInRoute.useRouteContext({ select: (context) => context.session.needs_owner })
  const completeSignIn = useCompleteSignIn()
  return (
    <AuthLayout title={common.signIn} lead={needsOwner ? t.ownerFirst : t.welcome}>
      {needsOwner && (
        <Alert className="mb-6" title={t.noOwner}>
          {t.openSetupLink}
        </Alert>
      )}
      {reason === 'expired' && (
        <Alert tone="warning" live className="mb-6" title={t.sessionEnded}>
          {t.signInToContinue}
        </Alert>
      )}
      <SignInForm onDone={(session) => void completeSignIn(session, next)} />
    </AuthLayout>
  )
}
