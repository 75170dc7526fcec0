import { useBlocker } from '@tanstack/react-router'
import { isLeavingSession } from '../../app/leave-session.ts'

/**
 * Blocks navigation while the page shows something that cannot be shown again.
 * The redirect to the sign-in page stays possible, because the user did not choose it.
 */
export function useNavigationGuard(active: boolean, onAttempt: () => void): void {
  useBlocker({
    disabled: !active,
    enableBeforeUnload: () => !isLeavingSession(),
    shouldBlockFn: ({ next }) => {
      if (next.pathname === '/sign-in') return false
      onAttempt()
      return true
    },
  })
}
