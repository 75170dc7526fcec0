import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LogOut, Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { describeError } from '../../api/api-error.ts'
import { endAllSessions, endSession, sessionsQuery, type OpenSession } from '../../api/people.ts'
import { useCommands } from '../../app/commands/use-commands.ts'
import { leaveSession } from '../../app/leave-session.ts'
import { Alert } from '../../components/alert.tsx'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Card, CardHeader } from '../../components/card.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx'
import { RichText } from '../../components/rich-text.tsx'
import { Loading, Skeleton } from '../../components/skeleton.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { useToast } from '../../components/toast.tsx'
import * as t from '../../texts/settings/sessions.ts'
import { describeUserAgent } from './describe-user-agent.ts'

/** Where the user is signed in. */
export function SessionsCard() {
  const { data, error, isFetching, refetch } = useQuery(sessionsQuery)
  const [isAsking, setIsAsking] = useState(false)
  const endAll = useMutation({ mutationFn: endAllSessions, onSuccess: leaveSession })
  useCommands([
    {
      id: 'profile.sign-out-everywhere',
      title: t.everywhere,
      group: t.group,
      icon: LogOut,
      run: () => setIsAsking(true),
    },
  ])
  return (
    <Card>
      <CardHeader title={t.title}>{t.note}</CardHeader>
      {data === undefined ? (
        error ? (
          <ErrorState
            title={t.loadFailed}
            error={error}
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <Loading label={t.loading} className="space-y-4 p-5 sm:px-6">
            <Skeleton className="h-10 w-full" />
            <Skeleton className="h-10 w-full" />
          </Loading>
        )
      ) : (
        <ul aria-label={t.title} className="mt-3 divide-y divide-line px-5 sm:px-6">
          {data.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
      <div className="border-t border-line px-5 py-4 sm:px-6">
        <Button variant="secondary" onClick={() => setIsAsking(true)}>
          {t.everywhere}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        title={t.everywhereTitle}
        confirmLabel={t.everywhere}
        tone="danger"
        busy={endAll.isPending}
        error={endAll.error}
        errorTitle={t.signOutFailed}
        onConfirm={() => endAll.mutate()}
        onCancel={() => setIsAsking(false)}
      >
        <p>{t.everywhereNote}</p>
      </ConfirmDialog>
    </Card>
  )
}

function SessionRow({ session }: { session: OpenSession }) {
  const queryClient = useQueryClient()
  const showToast = useToast()
  const { name, isPhone } = describeUserAgent(session.user_agent)
  const Icon = isPhone ? Smartphone : Monitor
  const end = useMutation({
    mutationFn: endSession,
    onSuccess: () => {
      showToast(t.signedOut)
      return queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
  })
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" strokeWidth={1.75} />
        <div className="min-w-0 flex-1">
          <p className="text-sm font-medium break-words" title={session.user_agent}>
            {name}
          </p>
          <p className="text-[0.8125rem] text-muted">
            <RichText text={t.lastUsed} slots={{ time: <RelativeTime value={session.last_seen_at} /> }} />{' '}
            {session.address !== '' && t.from(session.address)}
          </p>
        </div>
        {session.is_current ? (
          <Badge tone="accent">{t.thisSession}</Badge>
        ) : (
          <Button
            variant="secondary"
            size="sm"
            busy={end.isPending}
            aria-label={t.signOutNamed(name)}
            onClick={() => end.mutate(session.id)}
          >
            {t.signOut}
          </Button>
        )}
      </div>
      {end.isError && (
        <Alert tone="danger" live className="mt-2" title={t.signOutFailed}>
          {describeError(end.error)}
        </Alert>
      )}
    </li>
  )
}
