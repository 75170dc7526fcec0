import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { invitationsQuery, revokeInvitation, type Invitation } from '../../../api/people.ts'
import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { Card, CardHeader } from '../../../components/card.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { RichText } from '../../../components/rich-text.tsx'
import { RelativeTime } from '../../../components/time.tsx'
import { useToast } from '../../../components/toast.tsx'
import { roleNames } from '../../../texts/settings/roles.ts'
import * as t from '../../../texts/settings/users.ts'

/** The links that nobody has used yet. */
export function Invitations() {
  const { data, error, isFetching, refetch } = useQuery(invitationsQuery)
  const [revoking, setRevoking] = useState<Invitation>()
  return (
    <Card>
      <CardHeader title={t.invitations}>{t.invitationsNote}</CardHeader>
      {error && data === undefined ? (
        <ErrorState title={t.loadFailed} error={error} retrying={isFetching} onRetry={() => void refetch()} />
      ) : data?.length === 0 ? (
        <p className="px-5 pt-3 pb-5 text-sm text-muted sm:px-6">{t.noInvitations}</p>
      ) : (
        <ul aria-label={t.invitations} className="mt-2 divide-y divide-line px-5 sm:px-6">
          {(data ?? []).map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} onRevoke={setRevoking} />
          ))}
        </ul>
      )}
      {revoking && <RevokeDialog invitation={revoking} onClose={() => setRevoking(undefined)} />}
    </Card>
  )
}

interface InvitationRowProps {
  invitation: Invitation
  onRevoke: (invitation: Invitation) => void
}

function InvitationRow({ invitation, onRevoke }: InvitationRowProps) {
  const name = invitation.note === '' ? t.anyone : invitation.note
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5">
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium break-words">{name}</p>
        <p className="flex flex-wrap gap-x-4 text-[0.8125rem] text-muted">
          <span>{t.invitedBy(invitation.created_by, roleNames[invitation.role])}</span>
          {!invitation.is_expired && (
            <span>
              <RichText text={t.expires} slots={{ time: <RelativeTime value={invitation.expires_at} /> }} />
            </span>
          )}
        </p>
      </div>
      {invitation.is_expired && <Badge tone="warning">{t.expired}</Badge>}
      <Button
        variant="danger-ghost"
        size="sm"
        aria-label={t.revokeNamed(name)}
        onClick={() => onRevoke(invitation)}
      >
        {t.revoke}
      </Button>
    </li>
  )
}

function RevokeDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const queryClient = useQueryClient()
  const showToast = useToast()
  const revoke = useMutation({
    mutationFn: revokeInvitation,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey })
      showToast(t.revoked)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      title={t.revokeTitle}
      confirmLabel={t.revokeConfirm}
      tone="danger"
      busy={revoke.isPending}
      error={revoke.error}
      errorTitle={t.revokeFailed}
      onConfirm={() => revoke.mutate(invitation.id)}
      onCancel={onClose}
    >
      <p>{t.revokeNote}</p>
    </ConfirmDialog>
  )
}
