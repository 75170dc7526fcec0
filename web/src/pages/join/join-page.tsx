import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { describeError } from '../../api/api-error.ts'
import { openInvitation } from '../../api/people.ts'
import { AuthLayout } from '../../app/auth-layout.tsx'
import { useCompleteSignIn } from '../../app/use-complete-sign-in.ts'
import { Alert } from '../../components/alert.tsx'
import { buttonClass } from '../../components/button.tsx'
import { Loading, Skeleton } from '../../components/skeleton.tsx'
import * as common from '../../texts/common.ts'
import * as t from '../../texts/join.ts'
import { roleNames } from '../../texts/settings/roles.ts'
import { clearInvitationToken, readInvitationToken } from './invitation-token.ts'
import { JoinForm } from './join-form.tsx'

const joinRoute = getRouteApi('/join')

/** Where an invited person becomes a user. */
export function JoinPage() {
  const token = readInvitationToken()
  if (token === undefined) return <Invalid>{t.linkRequired}</Invalid>
  return <Invited token={token} />
}

function Invited({ token }: { token: string }) {
  const session = joinRoute.useRouteContext({ select: (context) => context.session })
  const completeSignIn = useCompleteSignIn()
  const { data, error } = useQuery({
    // Without the token, which must stay out of caches.
    queryKey: ['invitation'],
    gcTime: 0,
    queryFn: () => openInvitation(token),
    retry: false,
    // Opening it again after somebody accepted it would only replace the form by an error.
    staleTime: Infinity,
  })
  if (error) return <Invalid>{describeError(error)}</Invalid>
  if (data === undefined) {
    return (
      <AuthLayout title={common.product} lead={t.opening}>
        <Loading label={t.opening} className="space-y-5">
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-10 w-full" />
        </Loading>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title={t.title(data.account)} lead={t.intro(data.invited_by, roleNames[data.role])}>
      {session.signed_in && (
        <Alert tone="warning" className="mb-5" title={t.signedInAs(session.user.name)}>
          {t.signedInNote}
        </Alert>
      )}
      <JoinForm
        token={token}
        note={data.note}
        onDone={(joined) => {
          clearInvitationToken()
          void completeSignIn(joined)
        }}
      />
    </AuthLayout>
  )
}

function Invalid({ children }: { children: string }) {
  return (
    <AuthLayout title={t.invalidTitle} lead={children}>
      <Link to="/sign-in" className={buttonClass('primary', 'md', 'w-full')}>
        {common.signIn}
      </Link>
    </AuthLayout>
  )
}
