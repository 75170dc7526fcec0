import { redactSecrets } from '#domain/index.ts'
import type { HttpAnswer } from '#ports/index.ts'
import type { RequestShape } from './action.ts'
import { buildRequest } from './build-request.ts'
import { completeRequest } from './complete-request.ts'
import {
  type ConnectionTestContext,
  type ConnectionTestResult,
  connectionTestMs,
  type IntegrationEntry,
} from './integration-entry.ts'
import { readJsonObject, readText } from './json-answer.ts'
import { openFields } from './prepare-action.ts'

type TestedEntry = Pick<IntegrationEntry, 'type' | 'name' | 'credential' | 'connect'>

/** A harmless request that only works with a good credential. */
export interface ConnectionProbe {
  readonly request: RequestShape
  /** Which statuses are good ones; those from 200 to 299 by default. */
  readonly accepts?: (answer: HttpAnswer) => boolean
  /** What is said of a good answer; undefined when it is none. Most services say it by the status alone. */
  readonly read?: (body: Readonly<Record<string, unknown>> | null, answer: HttpAnswer) => string | undefined
  /** What is said of a bad one, where there is more to say than its status. */
  readonly explain?: (
    answer: HttpAnswer,
    body: Readonly<Record<string, unknown>> | null,
  ) => string | undefined
}

/** The connection test of a service that speaks HTTP. */
export async function testConnection(
  entry: TestedEntry,
  probe: ConnectionProbe,
  context: ConnectionTestContext,
): Promise<ConnectionTestResult> {
  if (context.secret === null && entry.credential !== null) return missingCredential(entry.credential.type)
  const opened = openFields(entry, context.secret === null ? undefined : { value: context.secret })
  if ('ok' in opened) return { ok: false, message: opened.message }
  const parts = buildRequest(probe.request, {})
  if ('ok' in parts) return { ok: false, message: parts.message }
  if (entry.connect === undefined)
    throw new Error(`${entry.type} is tested by a request and has no connection.`)
  const request = await completeRequest(entry.connect(opened.fields), parts, opened.secrets, context)
  if ('ok' in request) return failed(request.message, opened.secrets)
  const { method, url, headers, body, secrets } = request
  const result = await context.http.send({
    method,
    url,
    headers,
    ...(body === undefined ? {} : { body }),
    deadlineMs: connectionTestMs,
    signal: context.signal,
  })
  if (!result.ok) return failed(`Could not reach ${entry.name}. ${result.message}`, secrets)
  return judge(entry.name, probe, result, secrets)
}

function judge(
  name: string,
  { read, explain, accepts }: ConnectionProbe,
  answer: HttpAnswer,
  secrets: readonly string[],
): ConnectionTestResult {
  const body = readJsonObject(answer)
  if (accepts?.(answer) ?? (answer.status >= 200 && answer.status < 300)) {
    const message = read === undefined ? `${name} accepted the credential.` : read(body, answer)
    if (message !== undefined) return { ok: true, message: redactSecrets(message, secrets) }
  }
  const explained = explain?.(answer, body)
  if (explained !== undefined) return failed(explained, secrets)
  if (answer.status === 401) {
    return failed(
      `${name} did not accept the credential. It may have expired or been revoked: create a new one.`,
      secrets,
    )
  }
  if (answer.status === 429) return failed(`${name} asks for fewer requests. Try again in a minute.`, secrets)
  const said = readText(body, 'message') ?? readText(body, 'error') ?? readText(body, 'detail')
  return failed(
    `${name} answered ${answer.status}${said === null ? '' : ` (${said})`}, which is not what its API should answer here.`,
    secrets,
  )
}

export function missingCredential(type: string): ConnectionTestResult {
  return { ok: false, message: `No credential is connected. Create one of type ${type} first.` }
}

function failed(message: string, secrets: readonly string[]): ConnectionTestResult {
  return { ok: false, message: redactSecrets(message, secrets) }
}
