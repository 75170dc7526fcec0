import { AppError, attachmentHeader, isAnswerHeader, isJsonObject, type JsonValue } from '#domain/index.ts'
import { errorBody, type InboundAnswer, JSON_TYPE, successBody } from '#http/index.ts'
import type { OpenedFile } from '#ports/index.ts'
import { presentAccepted } from '../../executions/execution-presenter.ts'
import type { EndedRun } from './await-run.ts'

const WITHOUT_BODY = new Set([204, 205, 304])

export function acceptedAnswer(
  execution: { id: string; startedAt: number },
  status: 200 | 202,
): InboundAnswer {
  const body = successBody({ data: presentAccepted(execution) })
  return { status, headers: { ...JSON_HEADERS, location: `/v1/executions/${execution.id}` }, body }
}

export function refusal(
  status: number,
  error: AppError,
  headers: Record<string, string> = {},
): InboundAnswer {
  return { status, headers: { ...JSON_HEADERS, ...headers }, body: errorBody(error) }
}

/** The result of a run. The sender learns that it failed but not why: that concerns only the owner of the workflow. */
export function outputAnswer({ id, status, output }: EndedRun): InboundAnswer {
  if (status === 'completed') return { status: 200, headers: JSON_HEADERS, body: JSON.stringify(output) }
  return refusal(500, new AppError('INTERNAL_ERROR', 'The run failed.', { execution_id: id }))
}

/** The answer of a `respond` node. */
export function respondAnswer(output: JsonValue, opened?: OpenedFile): InboundAnswer {
  const answer = isJsonObject(output) ? output : {}
  const status = typeof answer['status'] === 'number' ? answer['status'] : 200
  const headers: Record<string, string> = {}
  const given = isJsonObject(answer['headers']) ? answer['headers'] : {}
  for (const [name, value] of Object.entries(given)) {
    if (isAnswerHeader(name) && typeof value === 'string') headers[name] = value
  }
  const body = answer['body'] ?? null
  if (WITHOUT_BODY.has(status) || body === null) return { status, headers, body: '' }
  if (opened !== undefined) {
    const { file, read } = opened
    headers['content-type'] ??= file.mediaType
    headers['content-disposition'] ??= attachmentHeader(file.name)
    return { status, headers: { ...headers, 'content-length': String(file.size) }, body: read() }
  }
  const isText = typeof body === 'string'
  headers['content-type'] ??= isText ? 'text/plain; charset=utf-8' : JSON_TYPE
  return { status, headers, body: isText ? body : JSON.stringify(body) }
}

const JSON_HEADERS = { 'content-type': JSON_TYPE }

/** The answer to a request that somebody listened for. */
export const CAPTURED: InboundAnswer = {
  status: 202,
  headers: JSON_HEADERS,
  body: successBody({ data: { captured: true } }),
}
