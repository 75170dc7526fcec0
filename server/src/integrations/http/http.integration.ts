import { connectionTestMs, type IntegrationEntry } from '#integrations/kit/integration-entry.ts'

/** Built in: every account has it. Its test sends a request to this service itself, the only URL that is always known. */
export const httpIntegration: IntegrationEntry = {
  type: 'http',
  name: 'HTTP',
  summary: 'Call any HTTP API. Works without a credential; each request can use one.',
  credential: null,
  actions: [
    {
      name: 'request',
      title: 'Send a request',
      help: 'Does the same as an `http` node.',
      idempotent: false,
      node: 'http',
      example: { method: 'POST', url: 'https://api.example.com/orders', body: { name: '{{ input.name }}' } },
    },
  ],
  async test({ ownHttp, ownOrigin, signal }) {
    const url = new URL('/livez', ownOrigin).href
    const result = await ownHttp.send({
      method: 'GET',
      url,
      deadlineMs: connectionTestMs,
      signal,
    })
    if (!result.ok)
      return { ok: false, message: `Could not connect to the URL of this service. ${result.message}` }
    return result.status === 200
      ? { ok: true, message: `Outgoing requests work: ${url} of this service responded with status 200.` }
      : {
          ok: false,
          message: `${url} of this service responded with status ${result.status} instead of 200.`,
        }
  },
}
