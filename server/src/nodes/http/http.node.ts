import type { JsonObject } from '#domain/index.ts'
import { judgeSecret } from '#nodes/outgoing/judge-secret.ts'
import { openCredential } from '#nodes/outgoing/open-credential.ts'
import { redactResult } from '#nodes/outgoing/redact-result.ts'
import { isFixed, toFinding } from '#nodes/parameters/review-constants.ts'
import { refuseParameter } from '#nodes/parameters/refuse-parameter.ts'
import { textOf } from '#nodes/parameters/line-parts.ts'
import type {
  AccessTokens,
  CredentialReader,
  Files,
  HttpClient,
  NodeCall,
  NodeDone,
  NodeFailed,
  NodeKind,
  RevealedCredential,
} from '#ports/index.ts'
import { collectPages } from './collect-pages.ts'
import { type Access, grantAccess, NO_ACCESS, REQUEST_CREDENTIALS } from './grant-access.ts'
import { grantTokenAccess } from './grant-token-access.ts'
import { HttpParameters } from './http-parameters.ts'
import { openBody } from './open-body.ts'
import { planRequest } from './plan-request.ts'
import type { RequestPlan } from './request-plan.ts'
import { type Answered, type ResponseRules, RequestSender } from './request-sender.ts'

/** What `planRequest` can refuse. */
const REVIEWED = ['url', 'body', 'body_type'] as const

export interface HttpNodeDeps {
  readonly http: HttpClient
  readonly credentials: CredentialReader
  readonly tokens: AccessTokens
  readonly files: Files
}

export function httpNode(deps: HttpNodeDeps): NodeKind {
  return {
    type: 'http',
    title: 'HTTP request',
    summary:
      'Calls an HTTP API. The output is `{status, headers, body}`. If the node has a credential, each request includes it, and it is redacted from the output. Responses can be up to 1 MiB, or of any size up to `MILLRACE_FILE_LIMIT` with `response: file`. `MILLRACE_HOST_CONCURRENCY` limits how many requests are sent to one host concurrently; further requests wait, in turns by account, which does not count towards `timeout_ms`.',
    family: 'action',
    icon: 'globe',
    keywords: ['api', 'request', 'rest', 'fetch', 'get', 'post', 'url', 'call'],
    line: `{{ data.method ?? "GET" }} {{ ${textOf('data.url')}.replace(/^https?:\\/\\//, "") }}`,
    credentialTypes: REQUEST_CREDENTIALS,
    parameters: HttpParameters,
    output:
      '`{status, headers, body}`, with header names in lower case. `response: full` adds `encoding`, `url` and `duration_ms`. With `paginate`, `body` is a list, `pages` is the number of pages, and the other members are those of the last response.',
    example: {
      data: {
        method: 'POST',
        url: 'https://api.example.com/orders',
        body: { name: '{{ input.name }}' },
      },
      retry: { max_attempts: 5 },
      timeout_ms: 10_000,
    },
    notes: [
      'Pagination with `page` stops at the first page whose list is empty, or after `max_pages`. The list is the body, or the member of the body that `items` names. `next_link` stops when there is no next link, `cursor` when the cursor is missing, null, false or empty.',
      'All pages together may have 1 MiB. `timeout_ms` applies to all requests of an attempt together.',
      'Error codes: `HTTP_<status>`, `CONNECTION_FAILED`, `TIMED_OUT`, `HOST_BUSY` (too many requests to the host wait already; nothing was sent), `RESPONSE_TOO_LARGE`, `INVALID_RESPONSE` (the body is not the JSON that was expected), `PAGINATION_FAILED`, `FILE_NOT_FOUND`, `FILE_TOO_LARGE`, `FILE_STORAGE_FULL`, `FILE_STORAGE_UNAVAILABLE`.',
    ],
    handles: ['main'],
    hasEffect: true,
    review(data) {
      const { url, ...others } = Object.fromEntries(
        REVIEWED.flatMap((name) => (isFixed(data[name]) ? [[name, data[name]]] : [])),
      ) as Partial<HttpParameters>
      if (typeof url !== 'string') return []
      const plan = planRequest({ url, ...others })
      return 'ok' in plan ? [toFinding(plan.message.includes('`body`') ? 'body' : 'url', plan)] : []
    },
    run: async (call) => {
      const credential = await openCredential(deps.credentials, call, REQUEST_CREDENTIALS)
      if (credential === undefined) return request(deps, NO_ACCESS, call)
      if ('ok' in credential) return credential
      const access = await openAccess(deps.tokens, credential, call)
      const result = 'ok' in access ? access : await request(deps, access, call)
      const verdict = judgeSecret(result)
      if (verdict !== undefined) await deps.credentials.report(credential, verdict)
      return result
    },
  }
}

async function openAccess(
  tokens: AccessTokens,
  credential: RevealedCredential,
  call: NodeCall,
): Promise<Access | NodeFailed> {
  if (credential.type === 'oauth2_client') return grantTokenAccess(tokens, credential, call)
  return grantAccess(credential, (call.parameters as HttpParameters).api_key_header ?? 'X-API-Key')
}

async function request(
  { http, files }: Pick<HttpNodeDeps, 'http' | 'files'>,
  access: Access,
  call: NodeCall,
): Promise<NodeDone | NodeFailed> {
  const parameters = call.parameters as HttpParameters
  const { response, paginate } = parameters
  const planned = planRequest(parameters)
  if ('ok' in planned) return planned
  const plan = await openBody(files, planned, call)
  if ('ok' in plan) return plan
  if (response === 'file' && paginate !== undefined) {
    return refuseParameter('The parameter `paginate` cannot be combined with the response `file`.')
  }
  const rules: ResponseRules = {
    form: response === 'json' || response === 'text' ? response : undefined,
    files: response === 'file' ? files : undefined,
    failOnStatus: parameters.fail_on_status !== false,
    followRedirects: parameters.follow_redirects !== false,
  }
  const sender = new RequestSender({ http, access, rules, call })
  const present = (answered: Answered) => presentAnswer(answered, response === 'full')
  const result =
    paginate === undefined
      ? await sendOnce(sender, plan, present)
      : await collectPages(sender, plan, { paginate, present, log: (...line) => call.log(...line) })
  return redactResult(result, sender.secrets)
}

async function sendOnce(
  sender: RequestSender,
  plan: RequestPlan,
  present: (answered: Answered) => JsonObject,
): Promise<NodeDone | NodeFailed> {
  const answered = await sender.send(plan, 1)
  return 'ok' in answered ? answered : { ok: true, output: present(answered) }
}

function presentAnswer(answered: Answered, inFull: boolean): JsonObject {
  const { status, headers, body, encoding, url, durationMs } = answered
  return inFull
    ? { status, headers, body, encoding, url, duration_ms: durationMs }
    : { status, headers, body }
}
