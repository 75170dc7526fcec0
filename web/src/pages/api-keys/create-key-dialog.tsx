import { useState } from 'react'
import type { CreatedApiKey } from '../../api/types.ts'
import { Dialog } from '../../components/dialog.tsx'
import * as t from '../../texts/api-keys/create.ts'
import { CreateKeyForm } from './create-key-form.tsx'
import { NewKey } from './new-key.tsx'
import { useNavigationGuard } from './use-navigation-guard.ts'

/** Shows the form, then the key. The key is shown once, so only the button of that step closes the dialog. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<CreatedApiKey>()
  const [copied, setCopied] = useState(false)
  const [warned, setWarned] = useState(false)

  useNavigationGuard(created !== undefined && !copied, () => setWarned(true))

  if (created === undefined) {
    return (
      <Dialog
        open
        size="lg"
        title={t.createKey}
        // An accidental click outside must not discard the form.
        onDismiss={(trigger) => trigger !== 'outside' && onClose()}
      >
        <CreateKeyForm onCreated={setCreated} onCancel={onClose} />
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      size="lg"
      title={t.keyCreated}
      description={t.copyNow(created.name)}
      closeButton={false}
      onDismiss={() => setWarned(true)}
    >
      <NewKey created={created} warned={warned} onCopied={() => setCopied(true)} onDone={onClose} />
    </Dialog>
  )
}
