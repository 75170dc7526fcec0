import { useMutation, useQueryClient } from '@tanstack/react-query'
import { describeError } from '../../api/api-error.ts'
import { keysQuery, revokeKey } from '../../api/keys.ts'
import type { ApiKey } from '../../api/types.ts'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../components/dialog.tsx'
import { useToast } from '../../components/toast.tsx'
import { KeyPrefix } from './key-facts.tsx'

export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const revoke = useMutation({
    mutationFn: () => revokeKey(apiKey.id),
    onSuccess: async () => {
      await queryClient.invalidateQueries(keysQuery)
      toast(`“${apiKey.name}” is revoked.`)
      onClose()
    },
  })
  return (
    <Dialog
      open
      role="alertdialog"
      title={`Revoke “${apiKey.name}”?`}
      description="Programs that use this key are refused from now on. This cannot be undone."
      closeButton={false}
      onDismiss={(way) => way === 'escape' && !revoke.isPending && onClose()}
    >
      <DialogBody>
        {revoke.isError && (
          <Alert tone="danger" live title="The key still works">
            {describeError(revoke.error)}
          </Alert>
        )}
        <p className="rounded-control bg-sunken px-3.5 py-2.5">
          <KeyPrefix prefix={apiKey.prefix} />
        </p>
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onClose} inactive={revoke.isPending}>
          Keep it
        </Button>
        <Button variant="danger" busy={revoke.isPending} onClick={() => revoke.mutate()}>
          Revoke key
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
