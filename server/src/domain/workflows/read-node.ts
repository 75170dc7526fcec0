import { type JsonObject, type JsonValue, isJsonObject } from '../shared/json.ts'
import type { GraphNode, GraphProblem, OnError, PinnedOutput } from './graph.ts'
import { readRetry } from './retry-policy.ts'

const MAX_TIMEOUT_MS = 24 * 3_600_000

/**
 * Undefined if the node has no type or no parameters to read. Other invalid members are read as if they were absent, so that
 * they do not hide problems of the parameters. The reasons are added to `problems`.
 */
export function readNode(id: string, raw: JsonObject, problems: GraphProblem[]): GraphNode | undefined {
  const report = (message: string, parameter?: string) =>
    problems.push({ nodeId: id, ...(parameter !== undefined && { parameter }), message })

  const type = readText(raw['type'])
  if (type === undefined)
    report(`Node "${id}" has no \`type\`. Set it to the type of the node, such as "set".`, 'type')
  const data = raw['data'] ?? raw['config'] ?? raw['parameters'] ?? {}
  if (!isJsonObject(data))
    report(`The \`data\` of node "${id}" must be an object with the parameters of the node.`, 'data')

  const onError = raw['on_error'] ?? 'fail'
  if (!isOnError(onError)) {
    report(`\`on_error\` of node "${id}" must be "fail", "continue" or "branch".`, 'on_error')
  }
  const onUnknown = raw['on_unknown'] ?? 'retry'
  if (onUnknown !== 'retry' && onUnknown !== 'fail') {
    report(`\`on_unknown\` of node "${id}" must be "retry" or "fail".`, 'on_unknown')
  }
  const join = (isJsonObject(data) ? data['join'] : undefined) ?? 'all'
  if (join !== 'all' && join !== 'first') {
    report(`\`join\` of node "${id}" must be "all" or "first".`, 'join')
  }
  const timeoutMs = raw['timeout_ms'] ?? undefined
  if (timeoutMs !== undefined && !isTimeout(timeoutMs)) {
    report(
      `\`timeout_ms\` of node "${id}" must be a number from 1 to ${MAX_TIMEOUT_MS} (one day).`,
      'timeout_ms',
    )
  }
  const credentialId = raw['credential_id'] ?? undefined
  if (credentialId !== undefined && typeof credentialId !== 'string') {
    report(`\`credential_id\` of node "${id}" must be the id of a credential.`, 'credential_id')
  }
  const retry = readRetry(raw['retry'], (message, parameter) =>
    report(`\`${parameter}\` of node "${id}" ${message}.`, parameter),
  )
  if (type === undefined || !isJsonObject(data)) return undefined
  return {
    id,
    type,
    name: readText(raw['name']),
    data,
    disabled: raw['disabled'] === true,
    onError: isOnError(onError) ? onError : 'fail',
    retry,
    timeoutMs: typeof timeoutMs === 'number' ? timeoutMs : undefined,
    onUnknown: onUnknown === 'fail' ? 'fail' : 'retry',
    join: join === 'first' ? 'first' : 'all',
    credentialId: typeof credentialId === 'string' ? credentialId : undefined,
    pinned: readPinned(raw),
  }
}

export function readText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function isTimeout(value: JsonValue): boolean {
  return typeof value === 'number' && value >= 1 && value <= MAX_TIMEOUT_MS
}

function isOnError(value: JsonValue): value is OnError {
  return value === 'fail' || value === 'continue' || value === 'branch'
}

function readPinned({ pinned_output: output, pinned_handle: handle }: JsonObject): PinnedOutput | undefined {
  return output === undefined ? undefined : { output, handle: readText(handle) }
}
