import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isPassing, isSessionLost } from '../api/api-error.ts'
import { sessionQuery } from '../api/session.ts'

export function createQueryClient(): QueryClient {
  // A 401 says nothing about why: ask for the session again, and the layout leaves when it is really over.
  const onError = (error: unknown) => {
    const session = client.getQueryData(sessionQuery.queryKey)
    if (isSessionLost(error) && session?.signed_in) void client.invalidateQueries(sessionQuery)
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // Ask even when the browser believes it is offline: the service may run on this very machine.
        networkMode: 'always',
        staleTime: 10_000,
        retry: (failures, error) => failures < 2 && isPassing(error),
        retryDelay: (attempt) => 400 * 2 ** attempt,
      },
      mutations: { networkMode: 'always', retry: false, gcTime: 0 },
    },
  })
  return client
}
