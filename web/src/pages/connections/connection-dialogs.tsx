import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { call } from '../../api/call.ts'
import type { Credential } from '../../api/credentials.ts'
import * as operations from '../../api/generated/operations.ts'
import type { CatalogueEntry, Integration, IntegrationAction } from '../../api/integrations.ts'
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx'
import { toast } from '../../components/toast-store.ts'
import * as ti from '../../texts/connections/integrations.ts'
import type { CredentialDialog } from './credential-panel.tsx'
import { lazyDialog } from '../../app/lazy-dialog.tsx'

const CreateCredentialDialog = lazyDialog(
  async () => ({
    default: (await import('../../connections/create-credential-dialog.tsx')).CreateCredentialDialog,
  }),
  (props) => props.onCancel(),
)
const CredentialDialogs = lazyDialog(
  async () => ({ default: (await import('./credential-dialogs.tsx')).CredentialDialogs }),
  (props) => props.onClose(),
)
const ImportDialog = lazyDialog(
  async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }),
  (props) => props.onClose(),
)
const TryActionDialog = lazyDialog(
  async () => ({ default: (await import('./try-action-dialog.tsx')).TryActionDialog }),
  (props) => props.onClose(),
)

export type OpenDialog =
  | { readonly kind: 'create'; readonly types: readonly string[] }
  | { readonly kind: 'credential'; readonly dialog: CredentialDialog }
  | { readonly kind: 'import'; readonly replaces?: Integration }
  | { readonly kind: 'disconnect'; readonly integration: Integration }
  | { readonly kind: 'try'; readonly integrationId: string; readonly action: IntegrationAction }

interface ConnectionDialogsProps {
  dialog: OpenDialog | undefined
  /** The credential in the panel. */
  openCredential: Credential | undefined
  catalogue: readonly CatalogueEntry[]
  onClose: () => void
  onCreated: (credential: Credential) => void
  onOpenIntegration: (integrationId: string) => void
  /** What the panel shows is gone. */
  onRemoved: () => void
}

/** The dialogs of the page; most of them are loaded when they are opened. */
export function ConnectionDialogs(props: ConnectionDialogsProps) {
  const { dialog, openCredential, catalogue, onClose, onCreated, onOpenIntegration, onRemoved } = props
  return (
    <>
      <Suspense>
        {dialog?.kind === 'create' && (
          <CreateCredentialDialog
            types={dialog.types}
            suggestedName=""
            onCancel={onClose}
            onCreated={(credential) => {
              onClose()
              onCreated(credential)
            }}
          />
        )}
        {dialog?.kind === 'credential' && openCredential !== undefined && (
          <CredentialDialogs
            dialog={dialog.dialog}
            credential={openCredential}
            catalogue={catalogue}
            onClose={onClose}
            onDeleted={() => {
              onClose()
              onRemoved()
            }}
          />
        )}
        {dialog?.kind === 'import' && (
          <ImportDialog
            replaces={dialog.replaces}
            onClose={onClose}
            onOpen={(id) => {
              onClose()
              onOpenIntegration(id)
            }}
          />
        )}
        {dialog?.kind === 'try' && (
          <TryActionDialog integrationId={dialog.integrationId} action={dialog.action} onClose={onClose} />
        )}
      </Suspense>
      {dialog?.kind === 'disconnect' && (
        <DisconnectDialog
          integration={dialog.integration}
          onClose={onClose}
          onDone={() => {
            onClose()
            onRemoved()
          }}
        />
      )}
    </>
  )
}

interface DisconnectDialogProps {
  integration: Integration
  onClose: () => void
  onDone: () => void
}

function DisconnectDialog({ integration: { id, name }, onClose, onDone }: DisconnectDialogProps) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call(operations.deleteIntegration, { params: { id } }),
    onSuccess: async () => {
      onDone()
      toast.show({ tone: 'success', title: ti.disconnected(name) })
      await client.invalidateQueries({ queryKey: ['integrations'] })
    },
  })
  return (
    <ConfirmDialog
      open
      title={ti.disconnectTitle(name)}
      confirmLabel={ti.disconnect}
      tone="danger"
      busy={remove.isPending}
      error={remove.error}
      errorTitle={ti.disconnectFailed}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    >
      <p>{ti.disconnectNote}</p>
    </ConfirmDialog>
  )
}
