import { AccountForm, isEmail } from '../../account/account-form.tsx'
import { acceptInvitation } from '../../api/people.ts'
import type { Session } from '../../api/types.ts'
import * as t from '../../texts/join.ts'

interface JoinFormProps {
  token: string
  /** Who the invitation is for, if the owner noted it. */
  note: string
  onDone: (session: Session) => void
}

export function JoinForm({ token, note, onDone }: JoinFormProps) {
  return (
    <AccountForm
      submitLabel={t.join}
      failedTitle={t.failed}
      initialEmail={isEmail(note) ? note : ''}
      createUser={(user) => acceptInvitation({ token, ...user })}
      onDone={onDone}
    />
  )
}
