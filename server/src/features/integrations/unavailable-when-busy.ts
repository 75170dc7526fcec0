import { AppError } from '#domain/index.ts'
import type { HttpClient } from '#ports/index.ts'

/** For requests that a client of ours waits for: if too many wait for the same host, the client is asked to come back. */
export function unavailableWhenBusy(http: HttpClient): HttpClient {
  return {
    async send(request) {
      const result = await http.send(request)
      if (!result.ok && result.reason === 'busy') throw hostBusy(result.message)
      return result
    },
  }
}

export function hostBusy(message: string): AppError {
  return new AppError('INTERNAL_ERROR', message, {}, { kind: 'unavailable' })
}
