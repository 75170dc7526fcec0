import { useSignedInSession } from '../../app/layout/use-signed-in-session.ts'
import { Card, CardHeader } from '../../components/card.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import * as common from '../../texts/common.ts'
import * as roles from '../../texts/settings/roles.ts'
import * as t from '../../texts/profile.ts'
import { PasswordForm } from './password-form.tsx'
import { SessionsCard } from './sessions-card.tsx'

export function ProfilePage() {
  const { user, account } = useSignedInSession()
  const details = [
    [common.name, user.name],
    [common.email, user.email],
    [roles.role, roles.roleNames[user.role]],
    [t.account, account.name],
  ] as const
  return (
    <>
      <PageHeader title={t.title}>{t.intro}</PageHeader>
      <div className="max-w-3xl space-y-6">
        <Card>
          <CardHeader title={t.details} />
          <dl className="mt-3 divide-y divide-line px-5 pb-2 sm:px-6">
            {details.map(([term, value]) => (
              <div key={term} className="grid gap-0.5 py-3 text-sm sm:grid-cols-[9rem_1fr]">
                <dt className="text-muted">{term}</dt>
                <dd className="font-medium break-words">{value}</dd>
              </div>
            ))}
          </dl>
        </Card>
        <Card>
          <CardHeader title={common.password}>{t.passwordNote}</CardHeader>
          <PasswordForm email={user.email} />
        </Card>
        <SessionsCard />
      </div>
    </>
  )
}
