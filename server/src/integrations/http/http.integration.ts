import { connectionTestMs, type IntegrationEntry } from '#integrations/entry/integration-entry.ts'

/** Built in: every account has it. Its test proves that the outgoing client works, by the one address we know. */
export const httpIntegration: IntegrationEntry = {
  type: 'http',
  name: 'HTTP',
  summary: 'Call any HTTP API. Works without a credential; each request can use one.',
  credential: null,
  actions: [
    {
      name: 'request',
      title: 'Send a request',
      help: 'The same as the node `http`.',
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
      return { ok: false, message: `Could not reach this service's own address. ${result.message}` }
    return result.status === 200
      ? { ok: true, message: `Outgoing requests work: this service's own address ${url} answered 200.` }
      : { ok: false, message: `This service's own address ${url} answered ${result.status} instead of 200.` }
  },
}
