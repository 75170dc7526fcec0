import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ROLES, type Role } from '@millrace/contract/roles.ts'
import { describeError } from '../../../api/api-error.ts'
import { changeRole, peopleQuery, type Person } from '../../../api/people.ts'
import { sessionQuery } from '../../../api/session.ts'
import { Alert } from '../../../components/alert.tsx'
import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { Select } from '../../../components/input/select.tsx'
import { RichText } from '../../../components/rich-text.tsx'
import { RelativeTime } from '../../../components/time.tsx'
import { useToast } from '../../../components/toast.tsx'
import { initials } from '../../../app/layout/initials.ts'
import { roleNames } from '../../../texts/settings/roles.ts'
import * as t from '../../../texts/settings/users.ts'

interface UserRowProps {
  person: Person
  isSelf: boolean
  /** An account keeps at least one owner, so nothing about the last one can be changed. */
  isOnlyOwner: boolean
  /** Undefined for people who do not manage users. */
  onRemove: ((person: Person) => void) | undefined
}

const roleOptions = ROLES.map((role) => ({ value: role, label: roleNames[role] }))

export function UserRow({ person, isSelf, isOnlyOwner, onRemove }: UserRowProps) {
  const queryClient = useQueryClient()
  const showToast = useToast()
  const change = useMutation({
    mutationFn: changeRole,
    onSuccess: async ({ name, role }) => {
      showToast(t.roleChanged(name, roleNames[role]))
      await queryClient.invalidateQueries({ queryKey: peopleQuery.queryKey })
      if (isSelf) await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
  })
  const canManage = onRemove !== undefined && !isOnlyOwner
  const shownRole = change.isPending ? change.variables.role : person.role
  return (
    <li className="py-3.5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <span
          aria-hidden="true"
          className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-ink"
        >
          {initials(person.name)}
        </span>
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
            <span className="min-w-0 break-words">{person.name}</span>
            {isSelf && <Badge>{t.you}</Badge>}
          </p>
          <p className="flex flex-wrap gap-x-4 text-[0.8125rem] text-muted">
            <span className="min-w-0 break-words">{person.email}</span>
            <span>
              {person.last_seen_at === null ? (
                t.signedOut
              ) : (
                <RichText text={t.lastSeen} slots={{ time: <RelativeTime value={person.last_seen_at} /> }} />
              )}
            </span>
          </p>
        </div>
        {canManage ? (
          <div className="flex items-center gap-2 max-sm:basis-full max-sm:pl-12">
            <Select<Role>
              compact
              aria-label={t.roleOf(person.name)}
              value={shownRole}
              options={roleOptions}
              onChange={(role) => change.mutate({ id: person.id, role })}
              className="w-28"
            />
            <Button
              variant="danger-ghost"
              size="sm"
              aria-label={t.removeNamed(person.name)}
              onClick={() => onRemove(person)}
            >
              {t.remove}
            </Button>
          </div>
        ) : (
          <Badge tone={person.role === 'owner' ? 'accent' : 'neutral'}>{roleNames[person.role]}</Badge>
        )}
      </div>
      {change.isError && (
        <Alert tone="danger" live className="mt-3" title={t.roleFailed}>
          {describeError(change.error)}
        </Alert>
      )}
    </li>
  )
}
