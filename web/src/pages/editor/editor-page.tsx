import { Outlet } from '@tanstack/react-router'

/** The editor of a workflow: the top bar, and below it the current tab. */
export function EditorPage() {
  return <Outlet />
}
