import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { peopleQuery, type Person } from '../../../api/people.ts'
import { CommandButton } from '../../../app/commands/command-button.tsx'
import { useCommands } from '../../../app/commands/use-commands.ts'
import { useSignedInSession } from '../../../app/layout/use-signed-in-session.ts'
import { Card } from '../../../components/card.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { Loading, Skeleton } from '../../../components/skeleton.tsx'
import { StaleNotice } from '../../../components/stale-notice.tsx'
import * as t from '../../../texts/settings/users.ts'
import { Invitations } from './invitations.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { RemovePersonDialog } from './remove-person-dialog.tsx'
import { UserRow } from './user-row.tsx'

/** Everybody sees who belongs to the account; owners change it. */
export function UsersPage() {
  const { user } = useSignedInSession()
  const isOwner = user.role === 'owner'
  const { data, error, isFetching, refetch } = useQuery(peopleQuery)
  const [isInviting, setIsInviting] = useState(false)
  const [removing, setRemoving] = useState<Person>()
  const retry = () => void refetch()
  const invite = {
    id: 'users.invite',
    title: t.invite,
    group: t.title,
    icon: UserPlus,
    keys: ['c'],
    run: () => setIsInviting(true),
  }
  useCommands(isOwner ? [invite] : [])
  return (
    <>
      <PageHeader
        title={t.title}
        action={isOwner ? <CommandButton command={invite} variant="primary" size="md" /> : undefined}
      >
        {isOwner ? t.intro : `${t.intro} ${t.readOnlyNote}`}
      </PageHeader>
      {data === undefined ? (
        <Card>
          {error ? (
            <ErrorState title={t.loadFailed} error={error} retrying={isFetching} onRetry={retry} />
          ) : (
            <Loading label={t.loading} className="space-y-5 p-5 sm:px-6">
              {['w-48', 'w-56', 'w-40'].map((width) => (
                <div key={width} className="flex items-center gap-3">
                  <Skeleton className="size-8 rounded-full" />
                  <Skeleton className={`h-4 ${width}`} />
                </div>
              ))}
            </Loading>
          )}
        </Card>
      ) : (
        <div className="space-y-6">
          {error && <StaleNotice error={error} retrying={isFetching} onRetry={retry} />}
          <Card>
            <ul aria-label={t.title} className="divide-y divide-line px-4 sm:px-6">
              {data.map((person) => (
                <UserRow
                  key={person.id}
                  person={person}
                  isSelf={person.id === user.id}
                  isOnlyOwner={
                    person.role === 'owner' && data.filter(({ role }) => role === 'owner').length === 1
                  }
                  onRemove={isOwner ? setRemoving : undefined}
                />
              ))}
            </ul>
          </Card>
          {isOwner && <Invitations />}
        </div>
      )}
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
      {removing && (
        <RemovePersonDialog
          person={removing}
          isSelf={removing.id === user.id}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  )
}
