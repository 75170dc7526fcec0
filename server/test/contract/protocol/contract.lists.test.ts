import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createForm } from '@millrace/contract/form.ts'
import { messageAt, issuePaths } from '../support/api-response.ts'
import type { Client } from '../support/client.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'

type Item = { id: string; name: string; created_at: string }

const PAGED = ['/workflows', '/forms', '/credentials', '/integrations', '/webhooks']

/** Creates the resource with the number `index` and returns its id. */
const CREATORS: Readonly<Record<string, (client: Client, index: number) => Promise<string>>> = {
  '/workflows': async (client, index) => (await client.createWorkflow({ name: `N${index}` })).id,
  '/forms': async (client, index) => (await client.createForm({ name: `N${index}` })).id,
  '/credentials': (client, index) =>
    create(client, '/credentials', { name: `N${index}`, type: 'opaque', value: 'v-12345' }),
  '/integrations': (client, index) => create(client, '/integrations', { name: `N${index}`, type: 'http' }),
  '/webhooks': (client, index) =>
    create(client, '/webhooks', { url: `https://example.com/${index}`, events: ['form.submitted'] }),
}

describeOnEveryStore('Contract: page-numbered lists', (shared) => {
  for (const path of PAGED) {
    it(`${path}: items are listed newest first, in contiguous pages, with the total on each`, async () => {
      const client = await shared.client()
      const created = await createSeveral(client, path, 5)
      const before = path === '/integrations' ? 1 : 0
      const collected: string[] = []
      for (const page of [1, 2, 3]) {
        const response = (await client.get(`${path}?page=${page}&limit=2`)).expect(200)
        assert.deepEqual(response.pageMeta, { page, limit: 2, total: 5 + before })
        collected.push(...response.data<Item[]>().map(({ id }) => id))
      }
      assert.deepEqual(collected.slice(0, 5), created.toReversed())
      const beyond = (await client.get(`${path}?page=99&limit=2`)).expect(200)
      assert.deepEqual([beyond.data(), beyond.pageMeta.total], [[], 5 + before])
    })

    it(`${path}: a page or limit that is below 1 or not an integer is rejected`, async () => {
      const client = await shared.client()
      for (const bad of ['0', '-1', '1.5', 'abc', '', '1e2', '0x10', '%201', 'NaN', '9'.repeat(30)]) {
        for (const name of ['page', 'limit']) {
          const error = (await client.get(`${path}?${name}=${bad}`)).error(400, 'VALIDATION_ERROR')
          assert.deepEqual(issuePaths(error), [name], `${name}=${bad}`)
        }
      }
    })

    it(`${path}: a limit above 100 is lowered to 100, and \`meta.limit\` says so`, async () => {
      const client = await shared.client()
      for (const limit of ['101', '1000', '999999999']) {
        assert.equal((await client.get(`${path}?limit=${limit}`)).expect(200).pageMeta.limit, 100)
      }
      assert.equal((await client.get(`${path}?limit=100`)).expect(200).pageMeta.limit, 100)
    })
  }

  it('A page contains at most 100 items', async () => {
    const client = await shared.client()
    await Promise.all(Array.from({ length: 103 }, () => client.createWorkflow()))
    const response = (await client.get('/workflows?limit=500')).expect(200)
    assert.deepEqual([response.data<Item[]>().length, response.pageMeta.total], [100, 103])
    assert.equal((await client.get('/workflows?limit=500&page=2')).data<Item[]>().length, 3)
  })

  it('A page far beyond the last one does not cause a server error', async () => {
    const client = await shared.client()
    for (const page of ['1000000000', '999999999']) {
      assert.deepEqual((await client.get(`/workflows?page=${page}&limit=100`)).expect(200).data(), [])
    }
  })

  it('A repeated query parameter is rejected', async () => {
    const client = await shared.client()
    for (const query of [
      'page=1&page=2',
      'limit=1&limit=1',
      'search=a&search=b',
      'status=draft&status=draft',
    ]) {
      const name = query.split('=')[0] ?? ''
      const error = (await client.get(`/workflows?${query}`)).error(400, 'VALIDATION_ERROR')
      assert.ok(messageAt(error, name).length > 0)
    }
  })

  it('Unknown query parameters are ignored', async () => {
    const client = await shared.client()
    ;(await client.get('/workflows?foo=bar&__proto__=1&constructor=2')).expect(200)
  })
})

describeOnEveryStore('Contract: search', (shared) => {
  it('The search finds a case-insensitive substring of the name, also beyond ASCII', async () => {
    const client = await shared.client()
    const names = ['Ärger im Büro', 'ΟΔΟΣ', 'Привет', 'Straße', 'İstanbul', 'Plain', '🚀 Launch', 'Zoe\u0301']
    for (const name of names) await client.createWorkflow({ name })
    const searches: [string, string][] = [
      ['ärger', 'Ärger im Büro'],
      ['BÜRO', 'Ärger im Büro'],
      ['οδος', 'ΟΔΟΣ'],
      ['приВЕТ', 'Привет'],
      ['straße', 'Straße'],
      ['STRASSE', 'Straße'],
      ['LAI', 'Plain'],
      ['🚀', '🚀 Launch'],
      ['zoé', 'Zoe\u0301'],
    ]
    for (const [text, name] of searches) {
      const found = (await client.get(`/workflows?search=${encodeURIComponent(text)}`)).expect(200)
      assert.deepEqual(
        found.data<Item[]>().map((item) => item.name),
        [name],
        text,
      )
    }
  })

  it('The search treats `%`, `_`, `\\`, quotes and `*` as plain characters', async () => {
    const client = await shared.client()
    const names = [
      '100% sure',
      '100 sure',
      'snake_case',
      'snakeXcase',
      'back\\slash',
      "it's",
      'a*b',
      'axb',
      '[x]',
    ]
    for (const name of names) await client.createWorkflow({ name })
    for (const [text, expected] of [
      ['%', ['100% sure']],
      ['100%', ['100% sure']],
      ['_', ['snake_case']],
      ['e_c', ['snake_case']],
      ['\\', ['back\\slash']],
      ["'", ["it's"]],
      ['*', ['a*b']],
      ['[', ['[x]']],
    ] as const) {
      const found = (await client.get(`/workflows?search=${encodeURIComponent(text)}`)).expect(200)
      assert.deepEqual(
        found.data<Item[]>().map((item) => item.name),
        expected,
        text,
      )
      assert.equal(found.pageMeta.total, expected.length)
    }
  })

  it('An empty search finds everything', async () => {
    const client = await shared.client()
    await client.createWorkflow()
    assert.equal((await client.get('/workflows?search=')).expect(200).pageMeta.total, 1)
  })

  it('The search uses the current name', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow({ name: 'Before' })
    ;(await client.patch(`/workflows/${id}`, { name: 'After' })).expect(200)
    assert.equal((await client.get('/workflows?search=before')).pageMeta.total, 0)
    assert.equal((await client.get('/workflows?search=AFTER')).pageMeta.total, 1)
  })
})

describeOnEveryStore('Contract: cursor-based lists', (shared) => {
  for (const kind of ['executions', 'submissions'] as const) {
    it(`${kind}: pages have \`limit\`, \`has_more\` and \`next_cursor\` or null, newest first`, async () => {
      const { path, add } = await openList(await shared.client(), kind)
      const ids: string[] = []
      for (let count = 0; count < 4; count += 1) ids.unshift(await add())
      const client = add.client
      const fullPage = (await client.get(path)).expect(200)
      assert.deepEqual(idsOf(fullPage.data()), ids)
      assert.deepEqual(fullPage.body['meta'], { limit: 20, next_cursor: null, has_more: false })
      const exact = (await client.get(`${path}?limit=4`)).expect(200)
      assert.deepEqual(exact.body['meta'], { limit: 4, next_cursor: null, has_more: false })
      const first = (await client.get(`${path}?limit=1`)).expect(200)
      assert.deepEqual([first.cursorMeta.limit, first.cursorMeta.has_more], [1, true])
      assert.equal((await client.get(`${path}?limit=1000`)).expect(200).cursorMeta.limit, 100)
    })

    it(`${kind}: a cursor stays valid while rows are added, without duplicates or gaps`, async () => {
      const { path, add } = await openList(await shared.client(), kind)
      const old: string[] = []
      for (let count = 0; count < 5; count += 1) old.unshift(await add())
      const seen: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const query: string = cursor === '' ? '?limit=2' : `?limit=2&cursor=${cursor}`
        const response = (await add.client.get(`${path}${query}`)).expect(200)
        seen.push(...idsOf(response.data()))
        cursor = response.cursorMeta.next_cursor
        assert.equal(response.cursorMeta.has_more, cursor !== null)
        await add()
      }
      assert.deepEqual(seen, old)
    })

    it(`${kind}: a damaged cursor is rejected as such`, async () => {
      const { path, add } = await openList(await shared.client(), kind)
      for (let count = 0; count < 2; count += 1) await add()
      const good = (await add.client.get(`${path}?limit=1`)).cursorMeta.next_cursor ?? ''
      const damaged = [
        '',
        'x',
        'null',
        good.slice(1),
        `${good}A`,
        good.slice(0, -1),
        `${good}%3D%3D`,
        good.replace(/.$/, '!'),
        '%00',
        Buffer.from('{"id":1}').toString('base64url'),
        'A'.repeat(5_000),
        `${good}&cursor=${good}`,
      ]
      for (const cursor of damaged) {
        const error = (await add.client.get(`${path}?cursor=${cursor}`)).error(400, 'VALIDATION_ERROR')
        assert.deepEqual(issuePaths(error), ['cursor'], cursor)
      }
    })

    it(`${kind}: a limit below 1 is rejected`, async () => {
      const { path, add } = await openList(await shared.client(), kind)
      for (const limit of ['0', '-1', 'x', '1.5', '']) {
        const error = (await add.client.get(`${path}?limit=${limit}`)).error(400, 'VALIDATION_ERROR')
        assert.deepEqual(issuePaths(error), ['limit'])
      }
    })
  }
})

interface Adder {
  (): Promise<string>
  readonly client: Client
}

async function openList(
  client: Client,
  kind: 'executions' | 'submissions',
): Promise<{ path: string; add: Adder }> {
  if (kind === 'executions') {
    const workflow = await client.createWorkflow()
    const add = async () => (await client.accept(workflow)).execution_id
    return { path: `/workflows/${workflow.id}/executions`, add: Object.assign(add, { client }) }
  }
  const form = await client.createForm(createForm.example?.body as object)
  const path = `/forms/${form.id}/submissions`
  const add = () => create(client, path, { data: { email: 'a@example.com' } })
  return { path, add: Object.assign(add, { client }) }
}

async function createSeveral(client: Client, path: string, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) ids.push((await CREATORS[path]?.(client, index)) ?? '')
  return ids
}

async function create(client: Client, path: string, body: object): Promise<string> {
  return (await client.post(path, body)).expect(201).data<{ id: string }>().id
}

function idsOf(items: { id: string }[]): string[] {
  return items.map(({ id }) => id)
}
