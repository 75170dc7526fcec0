import { useMutation, useQueryClient } from '@tanstack/react-query'
import { describeError } from '../../api/api-error.ts'
import { keysQuery, revokeKey } from '../../api/keys.ts'
import type { ApiKey } from '../../api/types.ts'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../components/dialog.tsx'
import { useToast } from '../../components/toast.tsx'
import * as t from '../../texts/api-keys/revoke.ts'
import * as common from '../../texts/common.ts'
import { KeyPrefix } from './key-facts.tsx'

export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const mutation = useMutation({
    mutationFn: () => revokeKey(apiKey.id),
    onSuccess: async () => {
      await queryClient.invalidateQueries(keysQuery)
      toast(t.revoked(apiKey.name))
      onClose()
    },
  })
  return (
    <Dialog
      open
      role="alertdialog"
      title={t.title(apiKey.name)}
      description={t.consequence}
      closeButton={false}
      onDismiss={(trigger) => trigger === 'escape' && !mutation.isPending && onClose()}
    >
      <DialogBody>
        {mutation.isError && (
          <Alert tone="danger" live title={t.failed}>
            {describeError(mutation.error)}
          </Alert>
        )}
        <p className="rounded-control bg-sunken px-3.5 py-2.5">
          <KeyPrefix prefix={apiKey.prefix} />
        </p>
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onClose} inactive={mutation.isPending}>
          {common.cancel}
        </Button>
        <Button variant="danger" busy={mutation.isPending} onClick={() => mutation.mutate()}>
          {t.confirm}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
