import { useBlocker } from '@tanstack/react-router'

/**
 * Keeps the reader on the page while something that cannot be had again is on the screen.
 * Losing the session is no choice of theirs, so the way to the sign-in page stays open.
 */
export function useLeaveGuard(active: boolean, onAttempt: () => void): void {
  useBlocker({
    disabled: !active,
    enableBeforeUnload: active,
    shouldBlockFn: ({ next }) => {
      if (next.pathname === '/sign-in') return false
      onAttempt()
      return true
    },
  })
}
