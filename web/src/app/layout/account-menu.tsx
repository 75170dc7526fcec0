import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronsUpDown, LogOut, UserRound } from 'lucide-react'
import { describeError } from '../../api/api-error.ts'
import { signOut } from '../../api/session.ts'
import { Alert } from '../../components/alert.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../components/menu.tsx'
import { ThemeItems } from './theme-items.tsx'
import { useSignedInSession } from './use-signed-in-session.ts'

export function AccountMenu() {
  const { user, account, version } = useSignedInSession()
  const leave = useMutation({
    mutationFn: signOut,
    // A fresh page, so that nothing of this user stays in memory.
    onSuccess: () => location.replace('/sign-in'),
  })
  return (
    <>
      {leave.isError && (
        <Alert tone="danger" live className="mb-3" title="You are still signed in">
          {describeError(leave.error)}
        </Alert>
      )}
      <Menu
        align="start"
        side="top"
        trigger={
          <button
            type="button"
            className="flex w-full items-center gap-3 rounded-control p-2 text-left transition-colors hover:bg-hover data-[state=open]:bg-hover"
          >
            <span
              aria-hidden="true"
              className="grid size-9 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-ink"
            >
              {initials(user.name)}
            </span>
            <span className="sr-only">Account menu:</span>
            <span className="min-w-0 flex-1">
              <span className="block truncate text-sm font-medium">{user.name}</span>
              <span className="block truncate text-xs text-muted">{account.name}</span>
            </span>
            <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-muted" />
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
            Profile
          </Link>
        </MenuItem>
        <MenuItem onSelect={() => leave.mutate()}>
          <LogOut aria-hidden="true" />
          Sign out
        </MenuItem>
        <MenuSeparator />
        <p className="px-2.5 pt-0.5 pb-1 text-xs text-muted">Millrace {version}</p>
      </Menu>
    </>
  )
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => Array.from(word ?? '')[0] ?? '',
  )
  return letters.join('').toUpperCase() || '?'
}
