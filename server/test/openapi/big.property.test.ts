import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import {
  startService,
  type StoreKind,
  type TestAnswer,
  type TestService,
} from '#test/support/test-service.ts'
import { type ArbitraryRequest, arbitraryRequest } from './arbitrary-request.ts'
import { ServedDocument, type ServedOperation } from './served-document.ts'

const DEFAULT_SEED = 20_261_115
const RUNS: readonly [StoreKind, number][] = [
  ['sqlite', 1500],
  ['postgres', 400],
]

for (const [store, runs] of RUNS) {
  describe(`whatever is sent to a service on ${store}`, () => {
    let service: TestService
    let document: ServedDocument
    let things: ExistingThings
    let operations: readonly ServedOperation[]

    before(async () => {
      service = await startService({ store })
      document = await ServedDocument.of(service)
      ;({ operations } = document)
      things = new ExistingThings(service, operations)
    })
    after(() => service.destroy())

    it('is answered as the document says, and never with a failure of the service', async (context) => {
      assert.ok(operations.length >= 26)
      for (const operation of operations) {
        await context.test(`${operation.method} ${operation.path}`, () => probe(operation))
      }
    })

    async function probe(operation: ServedOperation): Promise<void> {
      const statuses = new Set<number>()
      const property = fc.asyncProperty(arbitraryRequest(operation, document), async (request) => {
        const answer = await things.send(operation, request)
        statuses.add(answer.status)
        const complaints = document.complaints(operation, answer)
        if (answer.status >= 500) complaints.push('the service failed')
        assert.deepEqual(complaints, [], `${answer.status} ${JSON.stringify(answer.body).slice(0, 500)}`)
      })
      await fc.assert(property, { seed: readSeed(), numRuns: runs })
      // Otherwise the requests are all refused at the door, and the test proves little.
      const seen = [...statuses]; console.log(operation.id, seen.join(' '))
      assert.ok(
        seen.some((status) => status < 300),
        `only ${seen.join(', ')} were seen`,
      )
    }
  })
}

/** One account for each group of operations, so that a run never sends events to addresses that were made up. */
class ExistingThings {
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
    const key = this.#keys.get(tag) ?? this.#service.createAccount().then((account) => account.key)
    this.#keys.set(tag, key)
    return key
  }

  async #fillPath(operation: ServedOperation, request: ArbitraryRequest): Promise<string> {
    let path = ''
    let list = ''
    let next = 0
    for (const part of operation.path.split('/').slice(1)) {
      const wanted = part.startsWith('{') ? request.ids[next++] : { text: part }
      const id =
        wanted !== undefined && 'text' in wanted
          ? wanted.text
          : await this.#choose(operation.tag, list, path, wanted?.existing ?? 0)
      path += `/${id}`
      list += `/${part}`
    }
    return path
  }

  /** One of the things that exist; the first is made from the example of the operation that makes such things. */
  async #choose(tag: string, list: string, path: string, index: number): Promise<string> {
    const ids = this.#ids.get(`${tag} ${list}`) ?? []
    if (ids.length === 0) {
      const key = await this.#keyOf(tag)
      const id = (await this.#make(tag, list, path, key)) ?? (await this.#findFirst(path, key))
      ids.push(id ?? '01937b5e-8f3a-7c41-9a52-3d1f0c7be2aa')
      this.#ids.set(`${tag} ${list}`, ids)
    }
    return ids[index % ids.length] as string
  }

  async #make(tag: string, list: string, path: string, key: string): Promise<string | undefined> {
    if (list === '/executions') {
      const workflow = await this.#choose(tag, '/workflows', '/workflows', 0)
      const answer = await this.#service.request('POST', `/v1/workflows/${workflow}/execute`, { key })
      return (answer.body as { data?: { execution_id?: string } }).data?.execution_id
    }
    const maker = this.#operations.find(({ method, path: made }) => method === 'POST' && made === list)
    if (maker === undefined) return undefined
    const answer = await this.#service.request('POST', `/v1${path}`, { key, body: maker.body?.example ?? {} })
    return (answer.body as { data?: { id?: string } }).data?.id
  }

  async #findFirst(path: string, key: string): Promise<string | undefined> {
    const answer = await this.#service.request('GET', `/v1${path}`, { key })
    return (answer.body as { data?: { id?: string }[] }).data?.[0]?.id
  }

  /** What was made can be used by later requests; what is gone is forgotten. */
  #learn(operation: ServedOperation, answer: TestAnswer): void {
    const name = `${operation.tag} ${operation.path}`
    const { data } = answer.body as { data?: { id?: unknown } }
    const id = typeof data?.id === 'string' ? data.id : undefined
    if (operation.method === 'DELETE' && answer.status === 200) {
      const list = `${operation.tag} ${operation.path.replace(/\/\{\w+\}$/, '')}`
      this.#ids.set(
        list,
        (this.#ids.get(list) ?? []).filter((known) => known !== id),
      )
    } else if (answer.status === 201 && id !== undefined) {
      this.#ids.set(name, [...(this.#ids.get(name) ?? []), id].slice(-50))
    }
  }
}

function readSeed(): number {
  return Number(process.env['MILLRACE_TEST_SEED'] ?? DEFAULT_SEED)
}

/** Half a surrogate pair has no form in a URL. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
