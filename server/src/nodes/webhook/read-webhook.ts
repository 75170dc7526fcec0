import type { JsonObject, JsonValue } from '#domain/index.ts'
import { type CompiledTemplate, compileTemplate, describeProblem } from '@millrace/expressions'

export const METHODS = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE', 'ANY'] as const
export const AUTHS = ['none', 'header', 'basic', 'hmac'] as const
export const SIGNATURES = ['github', 'stripe', 'slack', 'standard-webhooks'] as const
export const RESPONDS = ['at_once', 'last_node', 'respond_node'] as const
export const DEFAULT_AUTH_HEADER = 'X-Api-Key'
export const DEFAULT_WAIT_SECONDS = 25
export const MAX_WAIT_SECONDS = 60
/** Stands for the pages of all sites. */
export const ANY_ORIGIN = '*'
export const MAX_ORIGINS = 100
/** It is compiled for every request, before anybody has shown who they are. */
const MAX_DEDUPE_LENGTH = 4_096

export type SignatureStyle = (typeof SIGNATURES)[number]

/** How duplicate deliveries are recognized: by a header, or by an expression that uses the input. */
export type DedupeKey = { readonly header: string } | { readonly expression: CompiledTemplate }

/** The parameters of a `webhook` node. */
export interface Webhook {
  readonly method: (typeof METHODS)[number]
  readonly auth: (typeof AUTHS)[number]
  /** The name in lower case. */
  readonly authHeader: string
  readonly signature: SignatureStyle
  readonly respond: (typeof RESPONDS)[number]
  readonly waitMs: number
  readonly dedupe: DedupeKey | undefined
  /** Pages of these sites may send requests and read the responses. */
  readonly origins: readonly string[]
}

export interface WebhookProblem {
  readonly parameter: string
  readonly message: string
}

export type ReadWebhook =
  | { readonly ok: true; readonly webhook: Webhook }
  | { readonly ok: false; readonly problems: readonly WebhookProblem[] }

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]{1,100}$/

interface ReadOptions {
  /**
   * What happens to long expressions. By default they are problems. What was published by a version without this limit must
   * go on, so its expressions are accepted, or skipped where they are not evaluated.
   */
  readonly long?: 'refuse' | 'accept' | 'skip'
}

/** Expressions that are too long for a new webhook, but do not keep its runs from running. */
export function findLongInWebhook(data: JsonObject): readonly WebhookProblem[] {
  const read = readWebhook(data, { long: 'skip' }).ok ? readWebhook(data) : undefined
  return read?.ok === false ? read.problems : []
}

/** Reads the parameters of a `webhook` node and reports all problems together. */
export function readWebhook(data: JsonObject, { long = 'refuse' }: ReadOptions = {}): ReadWebhook {
  const problems: WebhookProblem[] = []
  const report = (parameter: string, message: string) => problems.push({ parameter, message })

  function choose<T extends string>(name: string, choices: readonly T[], fallback: T): T {
    const value = data[name] ?? fallback
    const choice = choices.find((known) => known === value)
    if (choice === undefined) report(name, `\`${name}\` must be one of ${choices.join(', ')}.`)
    return choice ?? fallback
  }

  const webhook: Webhook = {
    method: choose('method', METHODS, 'POST'),
    auth: choose('auth', AUTHS, 'none'),
    authHeader: readHeaderName(data['auth_header'] ?? DEFAULT_AUTH_HEADER, 'auth_header', report),
    signature: choose('signature', SIGNATURES, 'standard-webhooks'),
    respond: choose('respond', RESPONDS, 'at_once'),
    waitMs: readWait(data['wait_seconds'], report),
    dedupe: readDedupe(data['dedupe'], long, report),
    origins: readOrigins(data['allowed_origins'], report),
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, webhook }
}

type Report = (parameter: string, message: string) => void

function readHeaderName(value: JsonValue, parameter: string, report: Report): string {
  if (typeof value === 'string' && HEADER_NAME.test(value)) return value.toLowerCase()
  report(parameter, `\`${parameter}\` must be the name of a header, such as "${DEFAULT_AUTH_HEADER}".`)
  return ''
}

function readWait(value: JsonValue | undefined, report: Report): number {
  const seconds = value ?? DEFAULT_WAIT_SECONDS
  if (typeof seconds === 'number' && seconds > 0 && seconds <= MAX_WAIT_SECONDS) return seconds * 1000
  report('wait_seconds', `\`wait_seconds\` must be a number greater than 0 and at most ${MAX_WAIT_SECONDS}.`)
  return 0
}

function readDedupe(
  value: JsonValue | undefined,
  long: ReadOptions['long'],
  report: Report,
): DedupeKey | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string' || !value.includes('{{')) {
    return { header: readHeaderName(value, 'dedupe', report) }
  }
  if (long !== 'accept' && value.length > MAX_DEDUPE_LENGTH) {
    const limit = MAX_DEDUPE_LENGTH.toLocaleString('en')
    if (long === 'refuse') report('dedupe', `\`dedupe\` must not be longer than ${limit} characters.`)
    return undefined
  }
  const compiled = compileTemplate(value)
  if (compiled.ok) return { expression: compiled.template }
  for (const problem of compiled.errors) report('dedupe', `\`dedupe\`: ${describeProblem(problem)}`)
  return undefined
}

const NO_ORIGINS: readonly string[] = []

function readOrigins(value: JsonValue | undefined, report: Report): readonly string[] {
  if (value === undefined || value === null) return NO_ORIGINS
  const isList = Array.isArray(value) && value.length <= MAX_ORIGINS
  if (!isList || !value.every((one) => typeof one === 'string' && isOrigin(one))) {
    report(
      'allowed_origins',
      `\`allowed_origins\` must be a list of at most ${MAX_ORIGINS} addresses without a path, such as "https://www.example.com", or ["*"] for all sites.`,
    )
    return NO_ORIGINS
  }
  return value as string[]
}

function isOrigin(text: string): boolean {
  if (text === ANY_ORIGIN) return true
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text
}
