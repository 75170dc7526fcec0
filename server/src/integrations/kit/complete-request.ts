import { type AccountId, isHostAllowed, readOutgoingUrl, withoutTrailingSlashes } from '#domain/index.ts'
import type { AccessTokens, ActionRequest, NodeFailed, TokenResult } from '#ports/index.ts'
import { encodePair, type RelativeRequest } from './build-request.ts'
import type { HttpConnection } from './integration-entry.ts'
import { refuse } from './refusal.ts'

/** The account that a request is sent for, and what it may use. */
export interface RequestContext {
  readonly account: AccountId
  readonly tokens: AccessTokens
  /** Hosts that the credential may be sent to; null means any host. */
  readonly allowedHosts: readonly string[] | null
  readonly now: number
  readonly signal: AbortSignal
}

export interface CompleteRequestOptions {
  readonly context: RequestContext
  /** Secret fields of the credential. */
  readonly fieldSecrets: readonly string[]
  /** An access token that the service has rejected: a new one is obtained. */
  readonly rejected?: string
}

/** Adds the base URL, the credential and the signature of a connection to a request. */
export async function completeRequest(
  connection: HttpConnection,
  relative: RelativeRequest,
  { context, fieldSecrets, rejected }: CompleteRequestOptions,
): Promise<ActionRequest | NodeFailed> {
  const query = [
    ...relative.query,
    ...Object.entries(connection.query ?? {}).map(([name, value]) => encodePair(name, value)),
  ]
  const address = readOutgoingUrl(
    `${withoutTrailingSlashes(connection.baseUrl)}${relative.path}${query.length === 0 ? '' : `?${query.join('&')}`}`,
  )
  if (!address.ok) return refuse('REQUEST_REFUSED', `The URL of the request ${address.problem}.`)
  const refusal = refuseHost(context.allowedHosts, address.url.hostname)
  if (refusal !== undefined) return refusal

  const secrets = [
    ...fieldSecrets,
    ...(connection.secrets ?? []),
    ...(connection.grant?.secrets ?? []),
    ...(rejected === undefined ? [] : [rejected]),
  ]
  const access: Record<string, string> = { ...connection.headers }
  if (connection.grant !== undefined) {
    const token = await obtainToken(connection.grant, context, rejected)
    if ('code' in token) return token
    access['authorization'] = `Bearer ${token.token}`
    secrets.push(token.token)
  }
  const { method, body } = relative
  const request = { method, url: address.url.href, headers: { ...relative.headers, ...access }, body }
  const signature = connection.sign?.(request, context.now) ?? {}
  return {
    ...request,
    headers: { ...request.headers, ...signature },
    secretHeaders: [...Object.keys(access), ...Object.keys(signature)],
    secrets,
  }
}

async function obtainToken(
  grant: NonNullable<HttpConnection['grant']>,
  context: RequestContext,
  rejected: string | undefined,
): Promise<Extract<TokenResult, { ok: true }> | NodeFailed> {
  const refusal = refuseHost(context.allowedHosts, new URL(grant.url).hostname)
  if (refusal !== undefined) return refusal
  const { account, signal } = context
  const result = await context.tokens.obtain(
    { ...grant, account },
    { signal, ...(rejected === undefined ? {} : { rejected }) },
  )
  return result.ok ? result : explainTokenFailure(result)
}

function explainTokenFailure({ reason, message }: Extract<TokenResult, { ok: false }>): NodeFailed {
  switch (reason) {
    case 'turned_down':
      return refuse('AUTHENTICATION_FAILED', message)
    case 'refused':
    case 'redirect':
      return refuse('REQUEST_REFUSED', message)
    case 'aborted':
      return { ok: false, code: 'CANCELLED', message }
    case 'timeout':
      return { ok: false, code: 'TIMED_OUT', message }
    case 'busy':
      return { ok: false, code: 'HOST_BUSY', message }
    default:
      return { ok: false, code: 'CONNECTION_FAILED', message }
  }
}

function refuseHost(allowedHosts: readonly string[] | null, host: string): NodeFailed | undefined {
  if (isHostAllowed(allowedHosts, host)) return undefined
  return refuse(
    'CREDENTIAL_NOT_USABLE',
    `The credential must not be sent to ${host}. Add the host to the \`allowed_hosts\` of the credential.`,
  )
}
