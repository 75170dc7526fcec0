import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useConnection } from '../api/connection.ts'
import { sessionQuery } from '../api/session.ts'

const firstDelayMs = 500
const maxDelayMs = 8_000

/**
 * While the server does not respond, asks for the session again and again, with growing pauses. As soon as it responds,
 * everything that failed meanwhile is loaded again: nobody has to reload the page after a restart of the server.
 */
export function useReconnect(): void {
  const connection = useConnection()
  const queryClient = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    if (connection === 'present') return undefined
    let timer: ReturnType<typeof setTimeout>
    let stopped = false
    const probe = async (delay: number) => {
      try {
        await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0, retry: false })
      } catch {
        if (!stopped) timer = setTimeout(() => void probe(Math.min(delay * 2, maxDelayMs)), delay)
      }
    }
    const probeNow = () => {
      clearTimeout(timer)
      void probe(firstDelayMs)
    }
    timer = setTimeout(probeNow, firstDelayMs)
    window.addEventListener('online', probeNow)
    window.addEventListener('focus', probeNow)
    return () => {
      stopped = true
      clearTimeout(timer)
      window.removeEventListener('online', probeNow)
      window.removeEventListener('focus', probeNow)
      void queryClient.refetchQueries({
        type: 'active',
        predicate: ({ state }) => state.status === 'error' || state.fetchFailureCount > 0,
      })
      if (router.state.matches.some(({ status }) => status === 'error')) void router.invalidate()
    }
  }, [connection, queryClient, router])
}
