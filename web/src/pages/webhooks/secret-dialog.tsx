import { useState } from 'react'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../components/dialog.tsx'
import * as common from '../../texts/common.ts'
import * as t from '../../texts/webhooks/form.ts'

interface SecretDialogProps {
  secret: string
  /** Whether the earlier secret signs too for a while. */
  isRotated: boolean
  onDone: () => void
}

/** Shown once, so only its button closes the dialog. */
export function SecretDialog({ secret, isRotated, onDone }: SecretDialogProps) {
  const [isWarned, setWarned] = useState(false)
  return (
    <Dialog
      open
      closeButton={false}
      title={t.secretTitle}
      description={t.secretNote}
      onDismiss={() => setWarned(true)}
    >
      <DialogBody>
        {isWarned && (
          <Alert tone="warning" live>
            {t.secretNote}
          </Alert>
        )}
        <div className="flex items-center gap-2 rounded-control border border-line bg-sunken p-2 pl-3">
          <code data-testid="webhook-secret" className="min-w-0 flex-1 text-[0.8125rem] break-all">
            {secret}
          </code>
          <CopyButton text={secret} contentName={t.secret} />
        </div>
        {isRotated && <p className="text-sm text-muted">{t.rotatedNote}</p>}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onDone}>{common.done}</Button>
      </DialogFooter>
    </Dialog>
  )
}
