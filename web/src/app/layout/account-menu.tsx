import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ChevronsUpDown, LogOut, UserRound } from 'lucide-react'
import { describeError } from '../../api/api-error.ts'
import { signOut } from '../../api/session.ts'
import { Alert } from '../../components/alert.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../components/menu.tsx'
import * as t from '../../texts/layout.ts'
import { leaveSession } from '../leave-session.ts'
import { initials } from './initials.ts'
import { ThemeItems } from './theme-items.tsx'
import { useSignedInSession } from './use-signed-in-session.ts'

/** `compact`: only the initials, for a rail. */
export function AccountMenu({ compact = false }: { compact?: boolean }) {
  const { user, account, version } = useSignedInSession()
  const signOutMutation = useMutation({
    mutationFn: signOut,
    onSuccess: leaveSession,
  })
  return (
    <>
      {signOutMutation.isError && (
        <Alert tone="danger" live className="mb-3" title={t.signOutFailed}>
          {describeError(signOutMutation.error)}
        </Alert>
      )}
      <Menu
        align="start"
        side="top"
        trigger={
          <button
            type="button"
            className={clsx(
              'flex items-center gap-2.5 rounded-control p-1.5 text-left transition-colors hover:bg-hover data-[state=open]:bg-hover',
              compact ? 'mx-auto' : 'w-full',
            )}
          >
            <span
              aria-hidden="true"
              className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-[0.6875rem] font-semibold text-accent-ink"
            >
              {initials(user.name)}
            </span>
            <span className="sr-only">{t.accountMenu}</span>
            <span className={compact ? 'sr-only' : 'min-w-0 flex-1'}>
              <span className="block truncate text-[0.8125rem] font-medium">{user.name}</span>
              <span className="block truncate text-xs text-muted">{account.name}</span>
            </span>
            {!compact && <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-muted" />}
          </button>
        }
      >
        <div className="max-w-64 px-2.5 pt-1.5 pb-1">
          <p className="truncate text-sm font-medium">{user.name}</p>
          <p className="truncate text-xs text-muted">{user.email}</p>
        </div>
        <MenuSeparator />
        <ThemeItems />
        <MenuSeparator />
        <MenuItem asChild>
          <Link to="/settings/profile">
            <UserRound aria-hidden="true" />
            {t.profile}
          </Link>
        </MenuItem>
        <MenuItem onSelect={() => signOutMutation.mutate()}>
          <LogOut aria-hidden="true" />
          {t.signOut}
        </MenuItem>
        <MenuSeparator />
        <p className="px-2.5 pt-0.5 pb-1 text-xs text-muted">{t.version(version)}</p>
      </Menu>
    </>
  )
}
