import { queryOptions } from '@tanstack/react-query'
import { fetchResponse } from '../api/client.ts'

/** A section of a page under `/docs`, as the search index of the documentation lists it. */
export interface DocsSection {
  readonly page: string
  readonly url: string
  readonly title: string
  readonly text: string
}

// The documentation changes only with an update of the server.
const settings = { staleTime: Number.POSITIVE_INFINITY, gcTime: 30 * 60_000 }

export const docsIndexQuery = queryOptions({
  queryKey: ['docs', 'index'],
  queryFn: async ({ signal }) => {
    const response = await fetchResponse('GET', '/docs/search.json', { signal })
    return (await response.json()) as readonly DocsSection[]
  },
  ...settings,
})

/** A page of the documentation, parsed but not part of this page: nothing in it runs or loads. */
export function docsPageQuery(path: string) {
  return queryOptions({
    queryKey: ['docs', 'page', path],
    queryFn: async ({ signal }) => {
      const response = await fetchResponse('GET', path, { signal, headers: { Accept: 'text/html' } })
      return new DOMParser().parseFromString(await response.text(), 'text/html')
    },
    // A document is no plain data: it is kept as it is.
    structuralSharing: false,
    ...settings,
  })
}
