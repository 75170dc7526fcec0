import { setTimeout as sleep } from 'node:timers/promises'
import type { Api } from './api.ts'
import type { OutsideWorld } from './outside-world.ts'

/** What a test has to find again in the filled database. */
export interface Story {
  readonly credentialWorkflow: string
  readonly delayed: string
  readonly retrying: string
  readonly approval: { readonly execution: string; readonly approve: string }
  readonly callback: { readonly execution: string; readonly link: string }
  readonly event: string
  readonly loop: string
  readonly parent: { readonly execution: string; readonly child: string }
  readonly holder: string
  readonly queued: string
  readonly running: string
  readonly inboundWebhook: { readonly path: string; readonly execution: string }
  readonly schedule: string
  readonly form: string
  readonly imported: string
  readonly deliveredEndpoint: string
  readonly pendingEndpoint: string
  readonly claimedEndpoint: string
  readonly idempotent: { readonly key: string; readonly body: object; readonly workflow: string }
}

interface Resource {
  readonly id: string
}
interface Accepted {
  readonly execution_id: string
}
interface StepAnswer {
  readonly status: string
  readonly waiting?: { readonly links?: Readonly<Record<string, string>> }
}

export const BEARER_TOKEN = 'test-data-bearer-token'
export const HEADER_SECRET = 'test-data-header-secret'
export const WEBHOOK_SECRET = `whsec_${Buffer.from('test data: signs webhook messages').toString('base64')}`

const POLL_MS = 20
const PATIENCE_MS = 60_000
const HOUR_SECONDS = 3_600
const DAY_SECONDS = 86_400
const waitForEnd = { prefer: 'wait=30' }

const edge = (source: string, target: string, sourceHandle = 'main') => ({ source, target, sourceHandle })
const set = (id: string, values: object) => ({ id, type: 'set', data: { values } })
const waitFor = (id: string, data: object) => ({ id, type: 'wait', data })

/** Fills the account of the key with at least one of everything that the public interface can create. */
export async function fillDatabase(api: Api, url: string, outside: OutsideWorld): Promise<Story> {
  const filler = new Filler(api, url, outside)
  await filler.createInlineRuns()
  const credentials = await filler.createCredentials()
  const endpoints = await filler.createEndpoints()
  const triggers = await filler.createTriggers(credentials.header)
  const form = await filler.createForms()
  const imported = await filler.createIntegrations(credentials.openApi)
  const ended = await filler.createEndedRuns(credentials.bearer)
  const parked = await filler.createParkedRuns()
  const concurrency = await filler.createConcurrentRuns()
  const idempotent = await filler.createIdempotent()
  await filler.createVersions()
  const running = await filler.createRunningRun()
  const claimedEndpoint = await filler.createClaimedDelivery()
  await filler.settle(running, endpoints)
  return {
    claimedEndpoint,
    ...endpoints,
    ...triggers,
    ...ended,
    ...parked,
    ...concurrency,
    form,
    imported,
    idempotent,
    running,
  }
}

class Filler {
  readonly #api: Api
  readonly #url: string
  readonly #outside: OutsideWorld

  constructor(api: Api, url: string, outside: OutsideWorld) {
    this.#api = api
    this.#url = url
    this.#outside = outside
  }

  /**
   * The second run is stored together with its end, and its journal with it. That takes a version which ran before, and an
   * account in which nothing follows the end of a run.
   */
  async createInlineRuns(): Promise<void> {
    const inline = await this.#createWorkflow('Inline', {
      nodes: [set('greeting', { text: 'Hello {{ input.name }}!' })],
    })
    for (const name of ['Ada', 'Bob']) await this.#execute(inline, { name })
  }

  async createCredentials(): Promise<{ bearer: string; header: string; openApi: string }> {
    const create = async (name: string, type: string, value: string, more: object = {}) =>
      (await this.#create('/credentials', { name, type, value, ...more })).id
    await create('API key', 'api_key', 'test-data-api-key')
    await create('Login', 'basic_auth', 'ada:test-data-password')
    await create('Query', 'query_param', 'key=test-data-query')
    await create('Mail', 'smtp', 'smtp://ada:test-data-mail@mail.example:587')
    await create('Database', 'postgres', 'postgres://ada:test-data-database@db.example/orders')
    await create(
      'Client',
      'oauth2_client',
      JSON.stringify({
        token_url: 'https://auth.example/token',
        client_id: 'id',
        client_secret: 'test-data-client',
      }),
    )
    await create('Licence', 'licence', 'test-data-opaque')
    return {
      bearer: await create('Token', 'bearer_token', BEARER_TOKEN, { allowed_hosts: ['127.0.0.1'] }),
      header: await create('Header', 'custom_header', `X-Fixture-Key: ${HEADER_SECRET}`),
      openApi: await create('Orders', 'openapi', JSON.stringify({ key: 'test-data-orders' })),
    }
  }

  /** One that takes every message, one that answers "try later", and one that is gone. */
  async createEndpoints(): Promise<Pick<Story, 'deliveredEndpoint' | 'pendingEndpoint'>> {
    const create = async (path: string, events: readonly string[]) =>
      (
        await this.#create('/webhooks', {
          url: `${this.#outside.url}${path}`,
          events,
          secret: WEBHOOK_SECRET,
        })
      ).id
    const deliveredEndpoint = await create('/taken', ['workflow.executed', 'form.submitted'])
    await this.#api.call('POST', `/webhooks/${deliveredEndpoint}/rotate-secret`)
    const pendingEndpoint = await create('/busy', ['form.submitted'])
    await create('/gone', ['form.submitted'])
    return { deliveredEndpoint, pendingEndpoint }
  }

  async createTriggers(credential: string): Promise<Pick<Story, 'inboundWebhook' | 'schedule'>> {
    const echo = set('echo', { got: '{{ input.body }}' })
    const inbound = await this.#createWorkflow('Inbound webhook', {
      status: 'published',
      nodes: [
        {
          id: 'hook',
          type: 'webhook',
          data: { auth: 'header', auth_header: 'X-Fixture-Key', dedupe: 'X-Delivery' },
          credential_id: credential,
        },
        echo,
      ],
      edges: [edge('hook', 'echo')],
    })
    const [trigger] = await this.#api.call<{ url: string }[]>('GET', `/workflows/${inbound}/triggers`)
    const path = new URL(trigger?.url ?? '').pathname
    const accepted = await this.#sendInbound(path)
    // The second request is the same delivery, and starts no run.
    const repeated = await this.#sendInbound(path)
    if (repeated !== accepted) throw new Error('A repeated delivery started a run of its own.')

    await this.#createWorkflow('Draft with triggers', {
      nodes: [
        { id: 'clock', type: 'schedule', data: { cron: '0 9 * * MON-FRI', timezone: 'Europe/Berlin' } },
        { id: 'hook', type: 'webhook', data: {} },
        echo,
      ],
      edges: [edge('clock', 'echo'), edge('hook', 'echo')],
    })
    await this.#createWorkflow('Follows failures', {
      status: 'published',
      nodes: [
        { id: 'failure', type: 'event', data: { event: 'workflow.failed' } },
        set('noted', { execution: '{{ input.execution_id }}' }),
      ],
      edges: [edge('failure', 'noted')],
    })
    const schedule = await this.#createSchedule()
    return { inboundWebhook: { path, execution: accepted }, schedule }
  }

  /** Runs once while the database is filled; the next run is due a day later. */
  async #createSchedule(): Promise<string> {
    const start = new Date(Date.now() + 1_000).toISOString()
    const schedule = await this.#createWorkflow('Once a day', {
      status: 'published',
      nodes: [
        { id: 'clock', type: 'schedule', data: { every_seconds: DAY_SECONDS, start } },
        set('noted', { at: '{{ input.scheduled_at }}' }),
      ],
      edges: [edge('clock', 'noted')],
    })
    await this.#until('the scheduled run', async () => {
      const runs = await this.#api.call<{ status: string }[]>('GET', `/workflows/${schedule}/executions`)
      return runs.length === 1 && runs[0]?.status === 'completed'
    })
    return schedule
  }

  async #sendInbound(path: string): Promise<string> {
    const answer = await fetch(`${this.#url}${path}/orders?page=1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-fixture-key': HEADER_SECRET, 'x-delivery': 'first' },
      body: JSON.stringify({ order: 7, text: 'Grüße, 世界' }),
    })
    if (!answer.ok) throw new Error(`The inbound webhook answered ${answer.status}: ${await answer.text()}`)
    return ((await answer.json()) as { data: Accepted }).data.execution_id
  }

  async createForms(): Promise<string> {
    const fields = [
      { name: 'email', type: 'email', required: true, label: 'E-mail' },
      { name: 'amount', type: 'number', min: 1, max: 100 },
      { name: 'size', type: 'select', options: ['S', { value: 'M', label: 'Medium' }] },
    ]
    const { id } = await this.#create('/forms', {
      name: 'Order',
      fields,
      settings: {
        description: 'Two\nlines',
        submit_label: 'Order',
        thank_you: 'Thanks!',
        redirect_url: 'https://example.com/thanks',
        closes_at: '2050-01-31T18:00:00.000Z',
        max_submissions: 10_000,
        color: '#6d28d9',
        embed_origins: ['https://example.com'],
      },
    })
    await this.#create('/forms', { name: 'Without settings', fields: [{ name: 'note', type: 'text' }] })
    await this.#createWorkflow('Follows the form', {
      status: 'published',
      nodes: [{ id: 'form', type: 'form', data: { form_id: id } }, set('got', { data: '{{ input.data }}' })],
      edges: [edge('form', 'got')],
    })
    for (const data of [
      { email: 'ada@example.com', amount: 12.5, size: 'M' },
      { email: 'bob@example.com' },
    ]) {
      await this.#api.call('POST', `/forms/${id}/submissions`, { data })
    }
    return id
  }

  async createIntegrations(credential: string): Promise<string> {
    const order = { type: 'object', properties: { parent: { $ref: '#/components/schemas/Order' } } }
    const document = {
      openapi: '3.0.3',
      info: { title: 'Orders', version: '2' },
      security: [{ key: [] }],
      components: {
        securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Orders-Key' } },
        schemas: { Order: order },
      },
      paths: {
        '/orders': {
          post: {
            operationId: 'createOrder',
            requestBody: {
              required: true,
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } },
            },
          },
        },
        '/orders/{id}': {
          get: {
            operationId: 'getOrder',
            parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          },
        },
      },
    }
    const { id } = await this.#create('/integrations/import', {
      name: 'Orders',
      document: JSON.stringify(document),
      base_url: this.#outside.url,
      credential_id: credential,
    })
    const plain = await this.#create('/integrations', { type: 'http', name: 'Plain HTTP' })
    await this.#api.call('POST', `/integrations/${plain.id}/test`)
    await this.#run('Imported action', {
      nodes: [
        {
          id: 'order',
          type: 'integration',
          data: { integration_id: id, action: 'createOrder', parameters: { body: { parent: null } } },
        },
      ],
    })
    return id
  }

  async createEndedRuns(credential: string): Promise<Pick<Story, 'credentialWorkflow'>> {
    const nodes = [
      {
        id: 'call',
        type: 'http',
        data: { method: 'POST', url: `${this.#outside.url}/credential`, body: { n: '{{ input.n }}' } },
        credential_id: credential,
      },
      { id: 'note', type: 'log', data: { message: 'Called for {{ input.n }}' } },
    ]
    const credentialWorkflow = await this.#createWorkflow('Uses a credential', {
      nodes,
      edges: [edge('call', 'note')],
    })
    await this.#execute(credentialWorkflow, { n: 1 })

    await this.#run(
      'For each',
      {
        nodes: [
          { id: 'all', type: 'for_each', data: { items: '{{ input.items }}', on_item_error: 'collect' } },
          { id: 'call', type: 'http', data: { url: `${this.#outside.url}/item/{{ item }}` } },
          { id: 'done', type: 'log', data: { message: 'done', level: 'warn' } },
        ],
        edges: [edge('all', 'call', 'each'), edge('all', 'done', 'done')],
      },
      { items: [1, 2, 3] },
    )
    const failing = await this.#createWorkflow('Fails', {
      nodes: [
        set('before', { n: 1 }),
        { id: 'fail', type: 'fail', data: { message: 'Not today.', code: 'CLOSED' } },
      ],
      edges: [edge('before', 'fail')],
    })
    const failed = await this.#execute(failing, { day: 'Sunday' })
    const retry = await this.#api.call<Accepted>('POST', `/executions/${failed}/retry`, { from: 'failed' })
    await this.#hasStatus(retry.execution_id, 'failed')

    const cancelled = await this.#park('Is cancelled', waitFor('wait', { for: 'event', event: 'never' }))
    await this.#api.call('POST', `/executions/${cancelled.execution}/cancel`)
    return { credentialWorkflow }
  }

  async createParkedRuns() {
    const delay = await this.#park('Delay', { id: 'wait', type: 'delay', data: { seconds: HOUR_SECONDS } })
    const approval = await this.#park(
      'Approval',
      waitFor('wait', {
        for: 'approval',
        message: 'Pay 5 EUR?',
        fields: [{ name: 'reason', type: 'text', required: true }],
      }),
    )
    const callback = await this.#park('Callback', waitFor('wait', { for: 'callback' }))
    const event = await this.#park(
      'Event',
      waitFor('wait', {
        for: 'event',
        event: 'order.paid',
        match: { order: 7 },
        timeout_seconds: DAY_SECONDS,
      }),
    )
    // Nothing takes these two: they stay with the execution.
    for (const body of [
      { event: 'order.sent', data: { order: 7 } },
      { event: 'order.paid', data: { order: 8 } },
    ]) {
      await this.#api.call('POST', `/executions/${event.execution}/signal`, body)
    }
    const loop = await this.#parkInLoop()
    const parent = await this.#parkOnSubWorkflow()
    const retrying = await this.#parkOnRetry()
    return {
      delayed: delay.execution,
      approval: { execution: approval.execution, approve: approval.links['approve'] ?? '' },
      callback: { execution: callback.execution, link: callback.links['callback'] ?? '' },
      event: event.execution,
      loop,
      parent,
      retrying,
    }
  }

  async #parkInLoop(): Promise<string> {
    const { execution } = await this.#park(
      'Waits in a loop',
      { id: 'all', type: 'for_each', data: { items: ['a', 'b'] } },
      {
        nodes: [waitFor('wait', { for: 'event', event: 'go' })],
        edges: [edge('all', 'wait', 'each')],
      },
    )
    return execution
  }

  async #parkOnSubWorkflow(): Promise<Story['parent']> {
    const called = await this.#createWorkflow('Is called', {
      nodes: [waitFor('wait', { for: 'event', event: 'go' })],
    })
    const { execution } = await this.#park('Calls', {
      id: 'call',
      type: 'workflow',
      data: { workflow_id: called, input: { n: 1 } },
    })
    const [child] = await this.#api.call<Resource[]>('GET', `/workflows/${called}/executions`)
    if (child === undefined) throw new Error('The sub-workflow has no execution.')
    await this.#hasStatus(child.id, 'pending')
    return { execution, child: child.id }
  }

  /** The receiver asks for a pause of an hour, in which the run is parked. */
  async #parkOnRetry(): Promise<string> {
    const id = await this.#createWorkflow('Is retried', {
      nodes: [
        {
          id: 'call',
          type: 'http',
          data: { method: 'POST', url: `${this.#outside.url}/unavailable` },
          retry: { max_attempts: 3, initial_ms: 1, jitter: 0 },
        },
      ],
    })
    const execution = await this.#accept(id)
    await this.#hasStatus(execution, 'pending')
    return execution
  }

  async createConcurrentRuns(): Promise<Pick<Story, 'holder' | 'queued'>> {
    const limited = (on_limit: string) => ({
      nodes: [
        {
          id: 'start',
          type: 'start',
          data: { concurrency: { limit: 1, key: '{{ input.customer }}', on_limit } },
        },
        waitFor('wait', { for: 'event', event: 'go' }),
      ],
      edges: [edge('start', 'wait')],
    })
    const queue = await this.#createWorkflow('One at a time', limited('queue'))
    const holder = await this.#accept(queue, { customer: 'ada' })
    await this.#waits(holder)
    const queued = await this.#accept(queue, { customer: 'ada' })
    await this.#hasStatus(queued, 'pending')

    const drop = await this.#createWorkflow('One, others are dropped', limited('drop'))
    await this.#waits(await this.#accept(drop, { customer: 'bob' }))
    await this.#execute(drop, { customer: 'bob' })
    return { holder, queued }
  }

  async createIdempotent(): Promise<Story['idempotent']> {
    const body = { name: 'Created once', nodes: [set('one', { n: 1 })] }
    const key = 'fixture-order-4711'
    const { id } = await this.#api.call<Resource>('POST', '/workflows', body, { 'idempotency-key': key })
    return { key, body, workflow: id }
  }

  async createVersions(): Promise<void> {
    const id = await this.#createWorkflow('Has versions', {
      description: 'Version 1',
      nodes: [set('a', { n: 1 })],
    })
    await this.#api.call('PATCH', `/workflows/${id}`, { nodes: [set('a', { n: 2 }), set('b', { n: 3 })] })
    await this.#api.call('PATCH', `/workflows/${id}`, {
      edges: [edge('a', 'b')],
      variables: { region: 'eu', retries: 3 },
      status: 'published',
    })
    await this.#execute(id, {})
    await this.#api.call('PUT', `/workflows/${id}/draft`, { nodes: [set('a', { n: 4 })], edges: [] })
    const deleted = await this.#createWorkflow('Is deleted', { nodes: [set('a', { n: 1 })] })
    await this.#execute(deleted, {})
    await this.#api.call('DELETE', `/workflows/${deleted}`)
  }

  /** The request is never answered: the run is under way until its process ends. */
  async createRunningRun(): Promise<string> {
    const id = await this.#createWorkflow('Under way', {
      nodes: [{ id: 'call', type: 'http', data: { method: 'POST', url: `${this.#outside.url}/hang` } }],
    })
    const execution = await this.#accept(id)
    await this.#outside.requestTo('/hang')
    return execution
  }

  /** The receiver never answers: the attempt is under way until the process ends. */
  async createClaimedDelivery(): Promise<string> {
    const { id } = await this.#create('/webhooks', {
      url: `${this.#outside.url}/hang-delivery`,
      events: ['form.submitted'],
    })
    const form = await this.#create('/forms', { name: 'Last', fields: [{ name: 'note', type: 'text' }] })
    await this.#api.call('POST', `/forms/${form.id}/submissions`, { data: { note: 'last' } })
    await this.#outside.requestTo('/hang-delivery')
    return id
  }

  /** Waits until nothing is in progress except the requests that hang. */
  async settle(
    running: string,
    { deliveredEndpoint, pendingEndpoint }: Pick<Story, 'deliveredEndpoint' | 'pendingEndpoint'>,
  ): Promise<void> {
    await this.#until('runs to end or to be parked', async () => {
      for (const { id } of await this.#api.call<Resource[]>('GET', '/workflows?limit=100')) {
        const path = `/workflows/${id}/executions?limit=100&status=running`
        const runs = await this.#api.call<Resource[]>('GET', path)
        if (runs.some((run) => run.id !== running)) return false
      }
      return true
    })
    const list = (id: string) =>
      this.#api.call<{ status: string; attempt_count: number }[]>(
        'GET',
        `/webhooks/${id}/deliveries?limit=100`,
      )
    await this.#until('deliveries', async () =>
      (await list(deliveredEndpoint)).every(({ status }) => status === 'delivered'),
    )
    await this.#until('a failed attempt', async () =>
      (await list(pendingEndpoint)).some(({ attempt_count: attempts }) => attempts > 0),
    )
    await this.#until('an endpoint that is gone', async () => {
      const all = await this.#api.call<{ status: string }[]>('GET', '/webhooks')
      return all.some(({ status }) => status === 'disabled')
    })
  }

  async #create(path: string, body: object): Promise<Resource> {
    return this.#api.call<Resource>('POST', path, body)
  }

  async #createWorkflow(name: string, body: object): Promise<string> {
    return (await this.#create('/workflows', { name, ...body })).id
  }

  async #accept(workflow: string, input: object = {}): Promise<string> {
    return (await this.#api.call<Accepted>('POST', `/workflows/${workflow}/execute`, { input })).execution_id
  }

  /** Runs to the end, whichever that is. */
  async #execute(workflow: string, input: object): Promise<string> {
    const path = `/workflows/${workflow}/execute`
    const { id, completed_at: end } = await this.#api.call<Resource & { completed_at: string | null }>(
      'POST',
      path,
      { input },
      waitForEnd,
    )
    if (end === null || end === undefined) throw new Error(`The run of workflow ${workflow} did not end.`)
    return id
  }

  async #run(name: string, graph: object, input: object = {}): Promise<void> {
    await this.#execute(await this.#createWorkflow(name, graph), input)
  }

  /** Runs the node, and the others behind it, up to where something waits. */
  async #park(
    name: string,
    node: object,
    more: { readonly nodes: readonly object[]; readonly edges: readonly object[] } = { nodes: [], edges: [] },
  ): Promise<{ execution: string; links: Readonly<Record<string, string>> }> {
    const workflow = await this.#createWorkflow(name, { ...more, nodes: [node, ...more.nodes] })
    const execution = await this.#accept(workflow, { name })
    return { execution, links: await this.#waits(execution) }
  }

  /** Resolves with the links of the step that waits, once the run is parked. */
  async #waits(execution: string): Promise<Readonly<Record<string, string>>> {
    await this.#hasStatus(execution, 'pending')
    const steps = await this.#api.call<StepAnswer[]>('GET', `/executions/${execution}/steps`)
    const waiting = steps.find(({ status, waiting: wait }) => status === 'waiting' && wait !== undefined)
    if (waiting === undefined) throw new Error(`Nothing waits in execution ${execution}.`)
    return waiting.waiting?.links ?? {}
  }

  async #hasStatus(execution: string, wanted: string): Promise<void> {
    await this.#until(`status ${wanted} of execution ${execution}`, async () => {
      const { status } = await this.#api.call<{ status: string }>('GET', `/executions/${execution}`)
      return status === wanted
    })
  }

  async #until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS
    while (!(await isSo())) {
      if (Date.now() > deadline) throw new Error(`Timed out waiting for ${what}.`)
      await sleep(POLL_MS)
    }
  }
}
