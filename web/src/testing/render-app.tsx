import { createMemoryHistory } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { App } from '../app/app.tsx'
import { createQueryClient } from '../app/query-client.ts'
import { reportCaughtError } from '../app/report-caught-error.ts'
import { createAppRouter } from '../app/router.tsx'
import { followSession } from '../app/session-storage.ts'

/** Renders the app at an address, like a browser that opens it. */
export function renderApp(address: string) {
  const queryClient = createQueryClient()
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } })
  followSession(queryClient)
  const router = createAppRouter(queryClient)
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [address] }) })
  render(<App queryClient={queryClient} router={router} />, { onCaughtError: reportCaughtError })
  return { router, queryClient }
}
