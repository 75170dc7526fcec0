import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { ROLES, type Role } from '@millrace/contract/roles.ts'
import { describeError } from '../../../api/api-error.ts'
import { createInvitation, invitationsQuery, type CreatedInvitation } from '../../../api/people.ts'
import { Alert } from '../../../components/alert.tsx'
import { Button } from '../../../components/button.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../../components/dialog.tsx'
import { TextField } from '../../../components/field.tsx'
import { RadioCard, RadioCards } from '../../../components/radio-card.tsx'
import * as common from '../../../texts/common.ts'
import * as roles from '../../../texts/settings/roles.ts'
import * as t from '../../../texts/settings/users.ts'

/** Shows the form, then the link, which is shown once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<CreatedInvitation>()
  if (created !== undefined) return <CreatedLink link={created.link} onClose={onClose} />
  return (
    <Dialog
      open
      title={t.invite}
      description={t.inviteNote}
      // An accidental click outside must not discard the form.
      onDismiss={(trigger) => trigger !== 'outside' && onClose()}
    >
      <InviteForm onCreated={setCreated} onCancel={onClose} />
    </Dialog>
  )
}

interface InviteFormProps {
  onCreated: (created: CreatedInvitation) => void
  onCancel: () => void
}

function InviteForm({ onCreated, onCancel }: InviteFormProps) {
  const labelId = useId()
  const queryClient = useQueryClient()
  const [role, setRole] = useState<Role>('editor')
  const [note, setNote] = useState('')
  const create = useMutation({
    mutationFn: createInvitation,
    onSuccess: (created) => {
      onCreated(created)
      return queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!create.isPending) create.mutate({ role, note: note.trim() })
  }
  return (
    <form onSubmit={submit} noValidate aria-label={t.invite} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        {create.isError && (
          <Alert tone="danger" live title={t.inviteFailed}>
            {describeError(create.error)}
          </Alert>
        )}
        <div className="space-y-1.5">
          <h3 id={labelId} className="text-sm font-medium tracking-normal">
            {roles.role}
          </h3>
          <RadioCards labelledBy={labelId} value={role} onChange={setRole}>
            {ROLES.map((each) => (
              <RadioCard key={each} value={each} title={roles.roleNames[each]}>
                {roles.roleNotes[each]}
              </RadioCard>
            ))}
          </RadioCards>
        </div>
        <TextField
          label={t.note}
          hint={t.noteHint}
          maxLength={254}
          autoComplete="off"
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onCancel}>
          {common.cancel}
        </Button>
        <Button type="submit" busy={create.isPending}>
          {t.createLink}
        </Button>
      </DialogFooter>
    </form>
  )
}

function CreatedLink({ link, onClose }: { link: string; onClose: () => void }) {
  return (
    <Dialog
      open
      title={t.linkCreated}
      description={t.linkCreatedNote}
      closeButton={false}
      onDismiss={(trigger) => trigger === 'escape' && onClose()}
    >
      <DialogBody>
        <div className="space-y-1.5">
          <div className="flex items-end justify-between gap-4">
            <h3 className="text-sm font-medium tracking-normal">{t.link}</h3>
            <CopyButton text={link} contentName={t.link} />
          </div>
          <code
            data-testid="invitation-link"
            className="block rounded-control border border-line bg-sunken p-3.5 font-mono text-[0.8125rem] leading-relaxed break-all select-all"
          >
            {link}
          </code>
        </div>
        <Alert title={t.shownOnce}>{t.shownOnceNote}</Alert>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>{common.done}</Button>
      </DialogFooter>
    </Dialog>
  )
}
