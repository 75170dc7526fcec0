import { LOG_LEVELS, type LogLevel } from '@millrace/contract/execution.ts'
import { MAX_ERROR_CHARACTERS, MAX_LOG_LINE_CHARACTERS } from './sandbox-limits.ts'
import type { ChildMessage, CodeFailure } from './messages.ts'

const REASONS: readonly CodeFailure['reason'][] = [
  'error',
  'syntax',
  'timeout',
  'memory',
  'output',
  'crashed',
]

/**
 * Validates a message of a child and copies only the known fields: if the sandbox inside the child is breached, an
 * attacker controls its messages. Undefined if the message is invalid or does not belong to the run with this id.
 */
export function readChildMessage(header: Uint8Array, id: string): ChildMessage | undefined {
  const fields = parseObject(header)
  if (fields?.['id'] !== id) return undefined
  const { kind, level, message, restingBytes, reason } = fields
  if (kind === 'log') {
    if (typeof message !== 'string' || !isLevel(level)) return undefined
    return { kind, level, message: message.slice(0, MAX_LOG_LINE_CHARACTERS) }
  }
  if (kind === 'file') return readFileMessage(fields)
  if (typeof restingBytes !== 'number') return undefined
  if (kind === 'ready') return { kind, restingBytes }
  const isSpent = fields['isSpent'] === true
  if (kind === 'value') return { kind, restingBytes, isSpent }
  if (kind !== 'failure' || typeof message !== 'string' || !isReason(reason)) return undefined
  return {
    kind,
    restingBytes,
    isSpent,
    reason,
    message: message.slice(0, MAX_ERROR_CHARACTERS),
    ...(typeof fields['name'] === 'string' ? { name: fields['name'].slice(0, 100) } : {}),
    ...(isPosition(fields['line']) ? { line: fields['line'] } : {}),
    ...(isPosition(fields['column']) ? { column: fields['column'] } : {}),
  }
}

function readFileMessage({ action, file, name, type }: Record<string, unknown>): ChildMessage | undefined {
  if (action === 'read' && typeof file === 'string') return { kind: 'file', action, file: file.slice(0, 100) }
  if (action !== 'create' || typeof name !== 'string' || typeof type !== 'string') return undefined
  return { kind: 'file', action, name: name.slice(0, 1_000), type: type.slice(0, 1_000) }
}

function parseObject(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString())
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function isLevel(value: unknown): value is LogLevel {
  return (LOG_LEVELS as readonly unknown[]).includes(value)
}

function isReason(value: unknown): value is CodeFailure['reason'] {
  return (REASONS as readonly unknown[]).includes(value)
}

function isPosition(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0
}
