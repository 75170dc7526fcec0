import { AccountForm } from '../../account/account-form.tsx'
import { setUpOwner } from '../../api/session.ts'
import type { Session } from '../../api/types.ts'
import * as t from '../../texts/setup.ts'

interface SetupFormProps {
  token: string
  onDone: (session: Session) => void
}

export function SetupForm({ token, onDone }: SetupFormProps) {
  return (
    <AccountForm
      submitLabel={t.createOwner}
      failedTitle={t.failed}
      startsFocused
      createUser={(user) => setUpOwner({ token, ...user })}
      onDone={onDone}
    />
  )
}
