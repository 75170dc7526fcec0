import type { AcceptedExecution } from '@millrace/contract/execution.ts'
import type { RetryPreview, RetryRequest } from '@millrace/contract/execution-control.ts'
import type { Timeline } from '@millrace/contract/execution-timeline.ts'
import { request } from '../api/client.ts'

const path = (id: string, rest = '') => `/app/v1/executions/${encodeURIComponent(id)}${rest}`

export function getTimeline(id: string, signal: AbortSignal): Promise<Timeline> {
  return request('GET', path(id, '/timeline'), { signal })
}

export function eventsUrl(id: string, lastEventId: string | undefined): string {
  const query = new URLSearchParams({ data: 'none' })
  if (lastEventId !== undefined) query.set('last_event_id', lastEventId)
  return path(id, `/events?${query.toString()}`)
}

export function cancelExecution(id: string): Promise<unknown> {
  return request('POST', path(id, '/cancel'))
}

export function retryExecution(id: string, body: RetryRequest): Promise<AcceptedExecution> {
  return request('POST', path(id, '/retry'), { body })
}

export function previewRetry(id: string, body: RetryRequest, signal: AbortSignal): Promise<RetryPreview> {
  return request('POST', path(id, '/retry/preview'), { body, signal })
}

export function signalExecution(id: string, body: { event: string; data?: unknown }): Promise<unknown> {
  return request('POST', path(id, '/signal'), { body })
}
