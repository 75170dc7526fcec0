import type { RetryRequest } from '@millrace/contract/execution-control.ts'
import { call, operationUrl } from '../api/call.ts'
import * as operations from '../api/generated/operations.ts'

export async function getTimeline(id: string, signal: AbortSignal) {
  return (await call(operations.getTimeline, { params: { id }, signal })).data
}

export function eventsUrl(id: string, lastEventId: string | undefined): string {
  const query = { data: 'none' as const, ...(lastEventId !== undefined && { last_event_id: lastEventId }) }
  return operationUrl(operations.followExecution, { params: { id }, query })
}

export async function cancelExecution(id: string): Promise<void> {
  await call(operations.cancelExecution, { params: { id } })
}

export async function retryExecution(id: string, body: RetryRequest, idempotencyKey: string) {
  return (await call(operations.retryExecution, { params: { id }, body, idempotencyKey })).data
}

export async function previewRetry(id: string, body: RetryRequest, signal: AbortSignal) {
  return (await call(operations.previewRetry, { params: { id }, body, signal })).data
}

export async function signalExecution(id: string, body: { event: string; data?: unknown }): Promise<void> {
  await call(operations.signalExecution, { params: { id }, body })
}
