import { useState } from 'react'
import type { CreatedApiKey } from '../../api/types.ts'
import { Dialog } from '../../components/dialog.tsx'
import { CreateKeyForm } from './create-key-form.tsx'
import { NewKey } from './new-key.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'

/** First the form, then the key. The key is shown once, so that step ends only with its own button. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<CreatedApiKey>()
  const [copied, setCopied] = useState(false)
  const [warned, setWarned] = useState(false)

  useLeaveGuard(created !== undefined && !copied, () => setWarned(true))

  if (created === undefined) {
    return (
      <Dialog
        open
        size="lg"
        title="Create Key"
        // Half a form is easily lost to a stray press outside.
        onDismiss={(way) => way !== 'outside' && onClose()}
      >
        <CreateKeyForm onCreated={setCreated} onCancel={onClose} />
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      size="lg"
      title="Your new key"
      description={`“${created.name}” is ready. Copy the key now and keep it somewhere safe.`}
      closeButton={false}
      onDismiss={() => setWarned(true)}
    >
      <NewKey created={created} warned={warned} onCopied={() => setCopied(true)} onDone={onClose} />
    </Dialog>
  )
}
