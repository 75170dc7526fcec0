import assert from 'node:assert/strict'
import { OPERATIONS } from '@millrace/contract/operations.ts'
import { foldStatistics } from '#test/support/fold-statistics.ts'
import type { TestResponse, TestService } from '#test/support/test-service.ts'
import type { ArbitraryRequest, PathId } from './arbitrary-request.ts'
import type { ServedOperation } from './served-document.ts'

/** Waiting executions, separate from the others: a request that follows one of them would wait too. */
const WAITING = '/executions that wait'
/** Executions that wait for a person. */
const APPROVAL = '/executions that wait for an approval'
/** Published workflows, separate from the others. */
const PUBLISHED = '/workflows that are published'
/** Triggers that poll. */
const POLLS = '/workflows/{id}/triggers that poll'
const NOWHERE = '018f0000-0000-7000-8000-000000000000'

/** The existing resources of the service, for requests that need one. */
export class ExistingResources {
  readonly #service: TestService
  readonly #operations: readonly ServedOperation[]
  readonly #keys = new Map<string, Promise<string>>()
  readonly #ids = new Map<string, string[]>()
  #narrowKey: Promise<string> | undefined
  #values = 0

  constructor(service: TestService, operations: readonly ServedOperation[]) {
    this.#service = service
    this.#operations = operations
  }

  async send(operation: ServedOperation, request: ArbitraryRequest): Promise<TestResponse> {
    const path = await this.#fillPath(operation, request)
    const query = request.query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
    const { body } = request
    const headers: Record<string, string> = { ...request.headers }
    if (body.kind === 'raw' && body.type !== undefined) headers['content-type'] = body.type
    const response = await this.#service.request(operation.method, `/v1${path}${query && `?${query}`}`, {
      ...(body.kind === 'json' ? { body: body.value } : {}),
      ...(body.kind === 'raw' ? { rawBody: body.text } : {}),
      headers,
      key: await this.#chooseKey(operation.tag, request.key),
    })
    this.#learn(operation, response)
    return response
  }

  async #chooseKey(tag: string, kind: ArbitraryRequest['key']): Promise<string | null> {
    if (kind === 'none') return null
    if (kind === 'unknown') return 'mr_unknown'
    if (kind === 'narrow') return (this.#narrowKey ??= this.#service.createKey(['executions:write']))
    return this.#keyOf(tag)
  }

  #keyOf(tag: string): Promise<string> {
    const owner = ownerOf(tag)
    const key = this.#keys.get(owner) ?? this.#service.createAccount().then((account) => account.key)
    this.#keys.set(owner, key)
    return key
  }

  async #fillPath(operation: ServedOperation, request: ArbitraryRequest): Promise<string> {
    let path = ''
    let list = ''
    let next = 0
    let isInvented = false
    for (const part of operation.path.split('/').slice(1)) {
      let wanted = part.startsWith('{') ? request.ids[next++] : undefined
      // A resource that does not exist has no parts either.
      if (isInvented && wanted !== undefined && wanted.kind !== 'text')
        wanted = { kind: 'text', text: NOWHERE }
      isInvented ||= wanted?.kind === 'text'
      const kind = kindOf(operation, list)
      path += `/${wanted === undefined ? part : await this.#choose(operation.tag, kind, path, wanted)}`
      list += `/${part}`
    }
    return path
  }

  /** New resources are created from the example of the operation that creates them. */
  async #choose(tag: string, list: string, path: string, wanted: PathId): Promise<string> {
    if (wanted.kind === 'text') return wanted.text
    const name = `${ownerOf(tag)} ${list}`
    const ids = this.#ids.get(name) ?? []
    if (wanted.kind === 'existing' && ids.length > 0) return ids[wanted.index % ids.length] as string
    const key = await this.#keyOf(tag)
    const id = (await this.#create(tag, list, path, key)) ?? (await this.#findFirst(path, key))
    assert.ok(id !== undefined, `${path} is empty`)
    this.#ids.set(name, [...ids, id].slice(-50))
    return id
  }

  async #create(tag: string, list: string, path: string, key: string): Promise<string | undefined> {
    if (list === '/executions' || list === WAITING || list === APPROVAL) {
      const workflow =
        list !== '/executions'
          ? await this.#createWaitingWorkflow(key, list === APPROVAL)
          : await this.#choose(tag, '/workflows', '/workflows', { kind: 'fresh' })
      const response = await this.#service.request('POST', `/v1/workflows/${workflow}/execute`, { key })
      return (response.body as { data?: { execution_id?: string } }).data?.execution_id
    }
    if (list === '/executions/{id}/waits') return this.#findWait(path.split('/')[2] ?? '', key)
    if (list === '/workflows/{id}/triggers') return this.#createTrigger(path.replace(/\/triggers$/, ''), key)
    if (list === POLLS) return this.#createPoll(path.replace(/\/triggers$/, ''), key)
    if (list === '/state') return 'account'
    if (list === '/state/{scope}') return this.#createValue(path, key)
    if (list === '/failures') return this.#createFailure(key)
    if (list === '/bulk-runs') {
      const failure = await this.#createFailure(key)
      const response = await this.#service.request('POST', `/v1/failures/${failure}/resume`, { key })
      return (response.body as { data?: { id?: string } }).data?.id
    }
    if (list === PUBLISHED) return this.#createPublishedWorkflow(key)
    if (list === '/webhooks/{id}/deliveries') return this.#createDelivery(path, key)
    const creator = this.#operations.find(
      ({ method, path: created }) => method === 'POST' && created === list,
    )
    if (creator === undefined) return undefined
    const response = await this.#service.request('POST', `/v1${path}`, {
      key,
      body: creator.body?.example ?? {},
    })
    return (response.body as { data?: { id?: string } }).data?.id
  }

  async #createValue(path: string, key: string): Promise<string> {
    this.#values += 1
    const name = `value-${this.#values}`
    await this.#service.request('PUT', `/v1${path}/${name}`, { key, body: { value: this.#values } })
    return name
  }

  async #createTrigger(workflow: string, key: string): Promise<string> {
    await this.#service.request('PATCH', `/v1${workflow}`, {
      key,
      body: { nodes: [{ id: 'inbound', type: 'webhook' }] },
    })
    return 'inbound'
  }

  async #createPoll(workflow: string, key: string): Promise<string> {
    const data = { every_seconds: 3_600, url: 'https://api.example.com/orders' }
    await this.#service.request('PATCH', `/v1${workflow}`, {
      key,
      body: { nodes: [{ id: 'orders', type: 'poll', data }] },
    })
    return 'orders'
  }

  /** An execution begins to wait soon after it was accepted; one that somebody answered no longer does. */
  async #findWait(execution: string, key: string): Promise<string> {
    for (;;) {
      const wait = await this.#findFirst(`/waits?execution_id=${execution}`, key)
      if (wait !== undefined) return wait
      const response = await this.#service.request('GET', `/v1/executions/${execution}`, { key })
      const { data } = response.body as { data?: { completed_at: string | null } }
      if (data === undefined || data.completed_at !== null) return NOWHERE
    }
  }

  async #createWaitingWorkflow(key: string, isApproval: boolean): Promise<string> {
    const data = isApproval ? { for: 'approval' } : { for: 'event', event: 'order.paid' }
    const nodes = [{ id: 'paid', type: 'wait', data }]
    const response = await this.#service.request('POST', '/v1/workflows', {
      key,
      body: { name: 'Waits', nodes },
    })
    return (response.body as { data: { id: string } }).data.id
  }

  async #createFailure(key: string): Promise<string | undefined> {
    const send = (method: string, to: string, body?: unknown, headers = {}) =>
      this.#service.request(method, `/v1${to}`, { key, headers, ...(body !== undefined && { body }) })
    const created = await send('POST', '/workflows', { name: 'Fails', nodes: [{ id: 'stop', type: 'fail' }] })
    const { id } = (created.body as { data: { id: string } }).data
    await send('POST', `/workflows/${id}/execute`, {}, { prefer: 'wait=30' })
    await foldStatistics(this.#service.service.store)
    return this.#findFirst(`/failures?workflow_id=${id}`, key)
  }

  async #createPublishedWorkflow(key: string): Promise<string> {
    const response = await this.#service.request('POST', '/v1/workflows', {
      key,
      body: { name: 'Published', status: 'published' },
    })
    return (response.body as { data: { id: string } }).data.id
  }

  async #createDelivery(path: string, key: string): Promise<string | undefined> {
    const send = (method: string, to: string, body: unknown) =>
      this.#service.request(method, `/v1${to}`, { key, body })
    await send('PATCH', path.replace(/\/deliveries$/, ''), { status: 'active', events: ['form.submitted'] })
    const form = await send('POST', '/forms', { name: 'Form', fields: [] })
    await send('POST', `/forms/${(form.body as { data: { id: string } }).data.id}/submissions`, { data: {} })
    return undefined
  }

  async #findFirst(path: string, key: string): Promise<string | undefined> {
    const response = await this.#service.request('GET', `/v1${path}`, { key })
    return (response.body as { data?: { id?: string }[] }).data?.[0]?.id
  }

  /** Created resources can be used by later requests, and deleted ones are forgotten. */
  #learn(operation: ServedOperation, response: TestResponse): void {
    const name = `${ownerOf(operation.tag)} ${operation.path}`
    const { data } = response.body as { data?: { id?: unknown } }
    const id = typeof data?.id === 'string' ? data.id : undefined
    if (operation.method === 'DELETE' && response.status === 200) {
      const list = `${ownerOf(operation.tag)} ${operation.path.replace(/\/\{\w+\}$/, '')}`
      this.#ids.set(
        list,
        (this.#ids.get(list) ?? []).filter((known) => known !== id),
      )
    } else if (response.status === 201 && id !== undefined) {
      this.#ids.set(name, [...(this.#ids.get(name) ?? []), id].slice(-50))
    }
  }
}

function kindOf({ id }: ServedOperation, list: string): string {
  const example = OPERATIONS.find((operation) => operation.id === id)?.example
  if (list === '/executions' && example?.execution === 'waiting') return WAITING
  if (list === '/executions' && example?.execution === 'approval') return APPROVAL
  if (list === '/workflows/{id}/triggers' && /^(?:sample|reset)Poll$/.test(id)) return POLLS
  return list === '/workflows' && example?.workflow === 'published' ? PUBLISHED : list
}

/** Webhooks have an account of their own, so that not every run and submission is delivered to all of them. */
function ownerOf(tag: string): string {
  return tag === 'Webhooks' ? tag : 'everything else'
}

/** A lone surrogate cannot be encoded in a URL. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
