import { useEffect, useEffectEvent, useState } from 'react'
import type { SearchResult } from './search-data.ts'
import type { WholeData } from './whole-data.ts'

const DELAY_MS = 120

/** Searches while the user types. The result is undefined until the search has ended. */
export function useSearch(
  whole: WholeData | undefined,
  query: string,
  onFound: (result: SearchResult) => void,
): SearchResult | undefined {
  const [found, setFound] = useState<{ query: string; result: SearchResult }>()
  const report = useEffectEvent((result: SearchResult) => {
    setFound({ query, result })
    onFound(result)
  })
  useEffect(() => {
    if (whole === undefined || query === '') return undefined
    const controller = new AbortController()
    const timer = setTimeout(() => {
      whole.search(query, controller.signal).then(
        (result) => {
          if (result !== undefined && !controller.signal.aborted) report(result)
        },
        () => {},
      )
    }, DELAY_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [whole, query])
  return found !== undefined && found.query === query && query !== '' ? found.result : undefined
}
