import { Dialog, DialogBody } from '../../components/dialog.tsx'
import type { Session } from '../../api/types.ts'
import { SignInForm } from '../../pages/sign-in/sign-in-form.tsx'
import * as t from '../../texts/sign-in.ts'

interface SignInAgainDialogProps {
  email: string
  onDone: (session: Session) => void
}

/** Cannot be dismissed: nothing on the page works without a session. */
export function SignInAgainDialog({ email, onDone }: SignInAgainDialogProps) {
  return (
    <Dialog
      open
      onDismiss={() => undefined}
      title={t.sessionEnded}
      description={t.sessionEndedNote}
      closeButton={false}
    >
      <DialogBody>
        <SignInForm email={email} onDone={onDone} />
      </DialogBody>
    </Dialog>
  )
}
