import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isTransient, isSessionLost } from '../api/api-error.ts'
import { sessionQuery } from '../api/session.ts'

export function createQueryClient(): QueryClient {
  // A 401 does not say why. Fetch the session again; the layout redirects to the sign-in page if it has ended.
  const onError = (error: unknown) => {
    const session = client.getQueryData(sessionQuery.queryKey)
    if (isSessionLost(error) && session?.signed_in) void client.invalidateQueries(sessionQuery)
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // Send requests even if the browser considers itself offline: the server may run on the same machine.
        networkMode: 'always',
        staleTime: 10_000,
        retry: (failures, error) => failures < 2 && isTransient(error),
        retryDelay: (attempt) => 400 * 2 ** attempt,
      },
      mutations: { networkMode: 'always', retry: false, gcTime: 0 },
    },
  })
  return client
}
