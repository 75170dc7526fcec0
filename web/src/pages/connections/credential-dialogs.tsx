import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { describeError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { credentialsQuery, credentialUsageQuery, type Credential } from '../../api/credentials.ts'
import * as operations from '../../api/generated/operations.ts'
import { integrationsQuery, type CatalogueEntry } from '../../api/integrations.ts'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { controlClass } from '../../components/input/control.ts'
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx'
import { toast } from '../../components/toast-store.ts'
import { CredentialFields } from '../../connections/credential-fields.tsx'
import {
  encodeValues,
  isIncomplete,
  kindOfCredential,
  splitHosts,
} from '../../connections/credential-values.ts'
import * as common from '../../texts/common.ts'
import * as t from '../../texts/connections/credentials.ts'
import * as page from '../../texts/connections/page.ts'
import * as shared from '../../texts/credentials.ts'
import { type CredentialDialog, UsageList } from './credential-panel.tsx'

interface CredentialDialogsProps {
  dialog: CredentialDialog
  credential: Credential
  catalogue: readonly CatalogueEntry[]
  onClose: () => void
  onDeleted: () => void
}

export function CredentialDialogs({
  dialog,
  credential,
  catalogue,
  onClose,
  onDeleted,
}: CredentialDialogsProps) {
  switch (dialog) {
    case 'replace':
      return <ReplaceDialog credential={credential} catalogue={catalogue} onClose={onClose} />
    case 'hosts':
      return <HostsDialog credential={credential} onClose={onClose} />
    case 'delete':
      return <DeleteDialog credential={credential} onClose={onClose} onDeleted={onDeleted} />
    default:
      return dialog satisfies never
  }
}

type Changes = { value: string } | { allowed_hosts: string[] | null }

function useCredentialUpdate(id: string, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Changes) => call(operations.updateCredential, { params: { id }, body }),
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: credentialsQuery.queryKey }),
        client.invalidateQueries({ queryKey: integrationsQuery.queryKey }),
      ])
      onDone()
    },
  })
}

interface ReplaceDialogProps {
  credential: Credential
  catalogue: readonly CatalogueEntry[]
  onClose: () => void
}

function ReplaceDialog({ credential, catalogue, onClose }: ReplaceDialogProps) {
  const formId = useId()
  const kind = kindOfCredential(credential.type, catalogue)
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [wasSent, setWasSent] = useState(false)
  const update = useCredentialUpdate(credential.id, () => {
    toast.show({ tone: 'success', title: t.replaced })
    onClose()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWasSent(true)
    if (!isIncomplete(kind, values)) update.mutate({ value: encodeValues(kind, values) })
  }
  return (
    <Dialog
      open
      onDismiss={(trigger) => trigger !== 'outside' && !update.isPending && onClose()}
      title={t.replaceTitle(credential.name)}
      description={t.replaceNote}
    >
      <DialogBody>
        {update.error !== null && (
          <Alert tone="danger" live title={t.replaceFailed}>
            {describeError(update.error)}
          </Alert>
        )}
        <form id={formId} noValidate onSubmit={submit} className="space-y-4">
          <CredentialFields kind={kind} values={values} showMissing={wasSent} onChange={setValues} />
          {kind.help !== '' && <p className="text-sm text-muted">{kind.help}</p>}
        </form>
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" inactive={update.isPending} onClick={onClose}>
          {common.cancel}
        </Button>
        <Button type="submit" form={formId} busy={update.isPending}>
          {t.replaceNow}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function HostsDialog({ credential, onClose }: { credential: Credential; onClose: () => void }) {
  const formId = useId()
  const [hosts, setHosts] = useState((credential.allowed_hosts ?? []).join(', '))
  const update = useCredentialUpdate(credential.id, onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const allowed = splitHosts(hosts)
    update.mutate({ allowed_hosts: allowed.length === 0 ? null : allowed })
  }
  return (
    <Dialog open onDismiss={() => !update.isPending && onClose()} title={t.hostsTitle(credential.name)}>
      <DialogBody>
        {update.error !== null && (
          <Alert tone="danger" live title={page.saveFailed}>
            {describeError(update.error)}
          </Alert>
        )}
        <form id={formId} noValidate onSubmit={submit}>
          <Field label={shared.hosts} hint={shared.hostsHelp}>
            {(control) => (
              <input
                {...control}
                value={hosts}
                spellCheck={false}
                onChange={(event) => setHosts(event.target.value)}
                className={controlClass(true)}
              />
            )}
          </Field>
        </form>
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" inactive={update.isPending} onClick={onClose}>
          {common.cancel}
        </Button>
        <Button type="submit" form={formId} busy={update.isPending}>
          {t.hostsSave}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

interface DeleteDialogProps {
  credential: Credential
  onClose: () => void
  onDeleted: () => void
}

/** Lists what will break before it asks. */
function DeleteDialog({ credential, onClose, onDeleted }: DeleteDialogProps) {
  const client = useQueryClient()
  const { id, name } = credential
  const { data: usage } = useQuery({ ...credentialUsageQuery(id), staleTime: 0 })
  const remove = useMutation({
    mutationFn: () => call(operations.deleteCredential, { params: { id } }),
    onSuccess: async () => {
      onDeleted()
      toast.show({ tone: 'success', title: t.removed(name) })
      client.removeQueries({ queryKey: credentialUsageQuery(id).queryKey })
      await Promise.all([
        client.invalidateQueries({ queryKey: credentialsQuery.queryKey }),
        client.invalidateQueries({ queryKey: ['integrations'] }),
      ])
    },
  })
  const uses =
    usage === undefined ? undefined : usage.workflow_count + usage.integrations.length + usage.triggers.length
  return (
    <ConfirmDialog
      open
      title={t.removeTitle(name)}
      confirmLabel={t.remove}
      tone="danger"
      busy={remove.isPending}
      error={remove.error}
      errorTitle={t.removeFailed}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    >
      <p>{t.removeNote}</p>
      {uses === 0 && <p className="text-muted">{t.removeUnused}</p>}
      {usage !== undefined && uses !== undefined && uses > 0 && (
        <div className="space-y-3 rounded-control border border-danger/30 bg-danger-soft/40 p-3">
          <p className="font-medium">{t.removeBreaks}</p>
          <UsageList usage={usage} />
        </div>
      )}
    </ConfirmDialog>
  )
}
