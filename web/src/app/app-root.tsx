import { Outlet } from '@tanstack/react-router'
import { CommandProvider } from './commands/command-provider.tsx'
import { useReconnect } from './use-reconnect.ts'

/** Around every page, signed in or not. */
export function AppRoot() {
  useReconnect()
  return (
    <CommandProvider>
      <Outlet />
    </CommandProvider>
  )
}
