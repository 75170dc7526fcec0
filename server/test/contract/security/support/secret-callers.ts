import assert from 'node:assert/strict'
import { integrationCatalogue } from '#integrations/index.ts'
import { serviceAccountKey, testCredentials } from '#integrations/testing/test-credentials.ts'
import { hardened } from './secret-forms.ts'

/** What token services issue in these tests. */
export const TOKEN = 'CANARYaccesstoken7Qz'
const keyLine = serviceAccountKey.split('\n')[1] ?? assert.fail()

/** A credential, and all the nodes that can use it. */
export interface Caller {
  /** The first path segment of its requests, by which the service identifies it. */
  readonly name: string
  readonly type: string
  readonly valueAt: (base: string) => string
  readonly secrets: readonly string[]
  /** The part that stays the same in every encoding except base64 and hex. */
  readonly cores: readonly string[]
  readonly nodes: (base: string) => readonly object[]
}

const requestCallers = (
  [
    ['api_key', (secret) => secret],
    ['bearer_token', (secret) => secret],
    ['basic_auth', (secret) => `ada:${secret}`],
    ['custom_header', (secret) => `X-Secret: ${secret}`],
    ['query_param', (secret) => `key=${secret}`],
    ['oauth2_client', (secret, base) => client(base, secret, 'basic')],
    ['oauth2_client', (secret, base) => client(base, secret, 'body')],
  ] as readonly [string, (secret: string, base: string) => string][]
).map(([type, valueOf], index): Caller => {
  const core = `CANARY${type.replaceAll('_', '')}${index}x7Qz`
  const secret = hardened(core)
  return {
    name: `${type}${index}`,
    type,
    secrets: [secret, ...(type === 'oauth2_client' ? [TOKEN] : [])],
    cores: [core],
    valueAt: (base) => valueOf(secret, base),
    nodes: (base) => [
      { type: 'http', data: { url: `${base}/a`, method: 'POST', body: { a: 1 } } },
      { type: 'http', data: { url: `${base}/a`, full_response: true, response: 'text' } },
      { type: 'integration', data: { type: 'http', action: 'request', parameters: { url: `${base}/a` } } },
    ],
  }
})

function client(base: string, secret: string, auth: string): string {
  return JSON.stringify({ token_url: `${base}/token`, client_id: 'id', client_secret: secret, auth })
}

const integrationCallers = Object.entries(testCredentials).map(([type, valueAt]): Caller => {
  const created = new Map<string, string>()
  const harden = (value: string) =>
    value.replaceAll(/CANARY-[\w-]+/g, (mark) => {
      const core = `${mark.replaceAll('-', '')}x7Qz`
      // It is part of a URL, which is validated.
      const secret = type === 'telegram' ? core : hardened(core)
      created.set(core, secret)
      return JSON.stringify(secret).slice(1, -1)
    })
  harden(valueAt(''))
  return {
    name: type,
    type,
    valueAt: (base) => harden(valueAt(base)),
    secrets: type === 'google_sheets' ? [serviceAccountKey, TOKEN] : [...created.values()],
    cores: type === 'google_sheets' ? [keyLine] : [...created.keys()],
    nodes: () => actionsOf(type).map((action) => ({ type: 'integration', data: { type, ...action } })),
  }
})

/** With no placeholder left in its parameters. */
function actionsOf(type: string): readonly { readonly action: string; readonly parameters: unknown }[] {
  const { actions } = integrationCatalogue.find((entry) => entry.type === type) ?? assert.fail(type)
  return actions.map(({ name: action, example }) => ({
    action,
    parameters: JSON.parse(JSON.stringify(example).replaceAll(/\{\{.*?\}\}/g, '1')) as unknown,
  }))
}

/** Every type of credential that requests carry, and every integration that sends requests. */
export const secretCallers: readonly Caller[] = [...requestCallers, ...integrationCallers]
