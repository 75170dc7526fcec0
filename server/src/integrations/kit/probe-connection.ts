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

type ProbedEntry = Pick<IntegrationEntry, 'type' | 'name' | 'credential' | 'connect'>

/** A request without side effects that only succeeds with a valid credential. */
export interface ConnectionProbe {
  readonly request: RequestShape
  /** Whether the status of a response means success; by default every 2xx does. */
  readonly accepts?: (answer: HttpAnswer) => boolean
  /** The message for a successful response; undefined when the body shows that it failed. Most services need only the status. */
  readonly read?: (body: Readonly<Record<string, unknown>> | null, answer: HttpAnswer) => string | undefined
  /** The message for a failed response, when there is more to say than its status. */
  readonly explain?: (
    answer: HttpAnswer,
    body: Readonly<Record<string, unknown>> | null,
  ) => string | undefined
}

/** Tests the connection to a service over HTTP. */
export async function probeConnection(
  entry: ProbedEntry,
  probe: ConnectionProbe,
  context: ConnectionTestContext,
): Promise<ConnectionTestResult> {
  if (context.secret === null && entry.credential !== null) return missingCredential(entry.credential.type)
  const opened = openFields(entry, context.secret === null ? undefined : { value: context.secret })
  if ('ok' in opened) return { ok: false, message: opened.message }
  const relative = buildRequest(probe.request, {})
  if ('ok' in relative) return { ok: false, message: relative.message }
  if (entry.connect === undefined) {
    throw new Error(`Integration "${entry.type}" is tested by a request but has no \`connect\` function.`)
  }
  const request = await completeRequest(entry.connect(opened.fields), relative, {
    context,
    fieldSecrets: opened.secrets,
  })
  if ('ok' in request) return failed(request.message, opened.secrets)
  const { method, url, headers, body, secrets } = request
  const result = await context.http.send({
    account: context.account,
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
      `${name} rejected the credential. It may have expired or been revoked: create a new one.`,
      secrets,
    )
  }
  if (answer.status === 429)
    return failed(`${name} limits the rate of requests. Try again in a minute.`, secrets)
  const said = readText(body, 'message') ?? readText(body, 'error') ?? readText(body, 'detail')
  return failed(
    `${name} responded with an unexpected status: ${answer.status}${said === null ? '' : ` (${said})`}. Check the base URL and the permissions of the credential.`,
    secrets,
  )
}

export function missingCredential(type: string): ConnectionTestResult {
  return { ok: false, message: `No credential is connected. Create a credential of type ${type} first.` }
}

function failed(message: string, secrets: readonly string[]): ConnectionTestResult {
  return { ok: false, message: redactSecrets(message, secrets) }
}
