import assert from 'node:assert/strict'
import { OPERATIONS } from '@millrace/contract/operations.ts'
import type { TestAnswer, TestService } from '#test/support/test-service.ts'
import type { ArbitraryRequest, PathId } from './arbitrary-request.ts'
import type { ServedOperation } from './served-document.ts'

/** Executions that wait, apart from the others: whoever followed one of them would wait with it. */
const WAITING = '/executions that wait'
const NOWHERE = '018f0000-0000-7000-8000-000000000000'

/** What there is in the service, for requests that are to find something. */
export class ExistingThings {
  readonly #service: TestService
  readonly #operations: readonly ServedOperation[]
  readonly #keys = new Map<string, Promise<string>>()
  readonly #ids = new Map<string, string[]>()
  #narrowKey: Promise<string> | undefined

  constructor(service: TestService, operations: readonly ServedOperation[]) {
    this.#service = service
    this.#operations = operations
  }

  async send(operation: ServedOperation, request: ArbitraryRequest): Promise<TestAnswer> {
    const path = await this.#fillPath(operation, request)
    const query = request.query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
    const { body } = request
    const headers: Record<string, string> = { ...request.headers }
    if (body.kind === 'raw' && body.type !== undefined) headers['content-type'] = body.type
    const answer = await this.#service.request(operation.method, `/v1${path}${query && `?${query}`}`, {
      ...(body.kind === 'json' ? { body: body.value } : {}),
      ...(body.kind === 'raw' ? { rawBody: body.text } : {}),
      headers,
      key: await this.#chooseKey(operation.tag, request.key),
    })
    this.#learn(operation, answer)
    return answer
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
    let isMadeUp = false
    for (const part of operation.path.split('/').slice(1)) {
      let wanted = part.startsWith('{') ? request.ids[next++] : undefined
      // What does not exist has no parts either.
      if (isMadeUp && wanted !== undefined && wanted.kind !== 'text') wanted = { kind: 'text', text: NOWHERE }
      isMadeUp ||= wanted?.kind === 'text'
      const place = needsWaiting(operation) && list === '/executions' ? WAITING : list
      path += `/${wanted === undefined ? part : await this.#choose(operation.tag, place, path, wanted)}`
      list += `/${part}`
    }
    return path
  }

  /** New things are made from the example of the operation that makes such things. */
  async #choose(tag: string, list: string, path: string, wanted: PathId): Promise<string> {
    if (wanted.kind === 'text') return wanted.text
    const name = `${ownerOf(tag)} ${list}`
    const ids = this.#ids.get(name) ?? []
    if (wanted.kind === 'existing' && ids.length > 0) return ids[wanted.index % ids.length] as string
    const key = await this.#keyOf(tag)
    const id = (await this.#make(tag, list, path, key)) ?? (await this.#findFirst(path, key))
    assert.ok(id !== undefined, `there is nothing in ${path}`)
    this.#ids.set(name, [...ids, id].slice(-50))
    return id
  }

  async #make(tag: string, list: string, path: string, key: string): Promise<string | undefined> {
    if (list === '/executions' || list === WAITING) {
      const workflow =
        list === WAITING
          ? await this.#makeWaitingWorkflow(key)
          : await this.#choose(tag, '/workflows', '/workflows', { kind: 'fresh' })
      const answer = await this.#service.request('POST', `/v1/workflows/${workflow}/execute`, { key })
      return (answer.body as { data?: { execution_id?: string } }).data?.execution_id
    }
    if (list === '/webhooks/{id}/deliveries') return this.#makeDelivery(path, key)
    const maker = this.#operations.find(({ method, path: made }) => method === 'POST' && made === list)
    if (maker === undefined) return undefined
    const answer = await this.#service.request('POST', `/v1${path}`, { key, body: maker.body?.example ?? {} })
    return (answer.body as { data?: { id?: string } }).data?.id
  }

  async #makeWaitingWorkflow(key: string): Promise<string> {
    const nodes = [{ id: 'paid', type: 'wait', data: { for: 'event', event: 'order.paid' } }]
    const answer = await this.#service.request('POST', '/v1/workflows', {
      key,
      body: { name: 'Waits', nodes },
    })
    return (answer.body as { data: { id: string } }).data.id
  }

  async #makeDelivery(path: string, key: string): Promise<string | undefined> {
    const send = (method: string, to: string, body: unknown) =>
      this.#service.request(method, `/v1${to}`, { key, body })
    await send('PATCH', path.replace(/\/deliveries$/, ''), { status: 'active', events: ['form.submitted'] })
    const form = await send('POST', '/forms', { name: 'Form', fields: [] })
    await send('POST', `/forms/${(form.body as { data: { id: string } }).data.id}/submissions`, { data: {} })
    return undefined
  }

  async #findFirst(path: string, key: string): Promise<string | undefined> {
    const answer = await this.#service.request('GET', `/v1${path}`, { key })
    return (answer.body as { data?: { id?: string }[] }).data?.[0]?.id
  }

  /** What was made can be used by later requests; what is gone is forgotten. */
  #learn(operation: ServedOperation, answer: TestAnswer): void {
    const name = `${ownerOf(operation.tag)} ${operation.path}`
    const { data } = answer.body as { data?: { id?: unknown } }
    const id = typeof data?.id === 'string' ? data.id : undefined
    if (operation.method === 'DELETE' && answer.status === 200) {
      const list = `${ownerOf(operation.tag)} ${operation.path.replace(/\/\{\w+\}$/, '')}`
      this.#ids.set(
        list,
        (this.#ids.get(list) ?? []).filter((known) => known !== id),
      )
    } else if (answer.status === 201 && id !== undefined) {
      this.#ids.set(name, [...(this.#ids.get(name) ?? []), id].slice(-50))
    }
  }
}

function needsWaiting({ id }: ServedOperation): boolean {
  return OPERATIONS.some((operation) => operation.id === id && operation.example?.execution === 'waiting')
}

/** Webhooks have an account of their own, so that not every run and submission is told to all of them. */
function ownerOf(tag: string): string {
  return tag === 'Webhooks' ? tag : 'everything else'
}

/** Half a surrogate pair has no form in a URL. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
