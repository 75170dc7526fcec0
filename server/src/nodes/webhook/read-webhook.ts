import type { JsonObject, JsonValue } from '#domain/index.ts'
import { type CompiledTemplate, compileTemplate, describeProblem } from '@millrace/expressions'

export const METHODS = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE', 'ANY'] as const
export const AUTHS = ['none', 'header', 'basic', 'hmac'] as const
export const SIGNATURES = ['github', 'stripe', 'slack', 'standard-webhooks'] as const
export const RESPONDS = ['at_once', 'last_node', 'respond_node'] as const
export const DEFAULT_AUTH_HEADER = 'X-Api-Key'
export const DEFAULT_WAIT_SECONDS = 25
export const MOST_WAIT_SECONDS = 60

export type SignatureStyle = (typeof SIGNATURES)[number]

/** How two deliveries are found to be the same one: by a header, or by an expression over the input. */
export type DedupeKey = { readonly header: string } | { readonly expression: CompiledTemplate }

/** A webhook as it is drawn. */
export interface Webhook {
  readonly method: (typeof METHODS)[number]
  readonly auth: (typeof AUTHS)[number]
  /** In lower case. */
  readonly authHeader: string
  readonly signature: SignatureStyle
  readonly respond: (typeof RESPONDS)[number]
  readonly waitMs: number
  readonly dedupe: DedupeKey | undefined
}

export interface WebhookProblem {
  readonly parameter: string
  readonly message: string
}

export type ReadWebhook =
  | { readonly ok: true; readonly webhook: Webhook }
  | { readonly ok: false; readonly problems: readonly WebhookProblem[] }

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]{1,100}$/

/** Reads the parameters of a webhook as they are drawn; all that is wrong with them at once. */
export function readWebhook(data: JsonObject): ReadWebhook {
  const problems: WebhookProblem[] = []
  const complain = (parameter: string, message: string) => problems.push({ parameter, message })

  function choose<T extends string>(name: string, choices: readonly T[], usual: T): T {
    const value = data[name] ?? usual
    const choice = choices.find((known) => known === value)
    if (choice === undefined) complain(name, `\`${name}\` must be one of ${choices.join(', ')}.`)
    return choice ?? usual
  }

  const webhook: Webhook = {
    method: choose('method', METHODS, 'POST'),
    auth: choose('auth', AUTHS, 'none'),
    authHeader: readHeaderName(data['auth_header'] ?? DEFAULT_AUTH_HEADER, 'auth_header', complain),
    signature: choose('signature', SIGNATURES, 'standard-webhooks'),
    respond: choose('respond', RESPONDS, 'at_once'),
    waitMs: readWait(data['wait_seconds'], complain),
    dedupe: readDedupe(data['dedupe'], complain),
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, webhook }
}

type Complain = (parameter: string, message: string) => void

function readHeaderName(value: JsonValue, parameter: string, complain: Complain): string {
  if (typeof value === 'string' && HEADER_NAME.test(value)) return value.toLowerCase()
  complain(parameter, `\`${parameter}\` must be the name of a header, such as "${DEFAULT_AUTH_HEADER}".`)
  return ''
}

function readWait(value: JsonValue | undefined, complain: Complain): number {
  const seconds = value ?? DEFAULT_WAIT_SECONDS
  if (typeof seconds === 'number' && seconds > 0 && seconds <= MOST_WAIT_SECONDS) return seconds * 1000
  complain('wait_seconds', `\`wait_seconds\` must be a number up to ${MOST_WAIT_SECONDS}.`)
  return 0
}

function readDedupe(value: JsonValue | undefined, complain: Complain): DedupeKey | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string' || !value.includes('{{')) {
    return { header: readHeaderName(value, 'dedupe', complain) }
  }
  const compiled = compileTemplate(value)
  if (compiled.ok) return { expression: compiled.template }
  for (const problem of compiled.errors) complain('dedupe', `\`dedupe\`: ${describeProblem(problem)}`)
  return undefined
}
