import { useSignedInSession } from '../../app/layout/use-signed-in-session.ts'
import { themeOptions } from '../../app/theme-options.ts'
import { chooseTheme, useTheme } from '../../app/theme.ts'
import { Card, CardHeader } from '../../components/card.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Segmented } from '../../components/segmented.tsx'
import { PasswordForm } from './password-form.tsx'

export function ProfilePage() {
  const { user, account } = useSignedInSession()
  const theme = useTheme()
  const details = [
    ['Name', user.name],
    ['E-mail', user.email],
    ['Role', user.role === 'owner' ? 'Owner' : 'Member'],
    ['Account', account.name],
  ] as const
  return (
    <>
      <PageHeader title="Profile">Who you are here, your password, and how Millrace looks to you.</PageHeader>
      <div className="max-w-3xl space-y-6">
        <Card>
          <CardHeader title="You" />
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
          <CardHeader title="Password">Changing it signs you out everywhere else.</CardHeader>
          <PasswordForm email={user.email} />
        </Card>
        <Card>
          <CardHeader title="Appearance">Kept in this browser. “System” follows your device.</CardHeader>
          <div className="p-5 sm:px-6 sm:pb-6">
            <div className="sm:max-w-xs">
              <Segmented label="Theme" value={theme} onChange={chooseTheme} options={themeOptions} />
            </div>
          </div>
        </Card>
      </div>
    </>
  )
}
