import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Version, VersionSummary } from '@millrace/contract/workflow-version.ts'
import type { Workflow } from '@millrace/contract/workflow.ts'
import { issuePaths } from '../support/api-response.ts'
import type { Client } from '../support/client.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { SettableClock } from '../support/settable-clock.ts'

const ABSENT = '018f0000-0000-7000-8000-000000000000'
const clock = new SettableClock('2026-03-10T12:00:00.000Z')

describeOnEveryStore(
  'Extension: versions of a workflow',
  (shared) => {
    it('Each change of the definition creates a version, and a change of anything else does not', async () => {
      const client = await shared.client()
      const { id } = await client.createWorkflow({ nodes: [{ id: 'a', type: 'start' }] })
      const edges = [{ source: 'a', target: 'b' }]
      await change(client, id, { name: 'Renamed', status: 'published', description: 'Other' })
      await change(client, id, { nodes: [{ id: 'a', type: 'start' }, { id: 'b' }], edges })
      await change(client, id, { edges, variables: {} })
      await change(client, id, { nodes: [{ id: 'b', type: 'set' }], variables: { x: 1 } })
      const versions = await list(client, id)
      const same = { edges_changed: false, variables_changed: false, complete: true }
      const none = { nodes_added: [], nodes_removed: [], nodes_changed: [], ...same }
      assert.deepEqual(
        versions.map(({ id: _id, created_at: _at, note: _note, author: _author, ...rest }) => rest),
        [
          {
            number: 3,
            is_current: true,
            node_count: 1,
            edge_count: 1,
            changes: { ...none, nodes_removed: ['a'], nodes_changed: ['b'], variables_changed: true },
          },
          {
            number: 2,
            is_current: false,
            node_count: 2,
            edge_count: 1,
            changes: { ...none, nodes_added: ['b'], edges_changed: true },
          },
          { number: 1, is_current: false, node_count: 1, edge_count: 0, changes: null },
        ],
      )
    })

    it('A version names the API key that saved it, however it was saved', async () => {
      const { full, limited } = await shared.clients(['workflows:read', 'workflows:write'])
      const { id } = await full.createWorkflow({ variables: { n: 1 } })
      await change(limited, id, { variables: { n: 2 } })
      await change(full, id, { variables: { n: 3 } })
      const second = (await list(full, id))[1]?.id
      ;(await restore(limited, id, second)).expect(200)
      ;(await limited.post(`/workflows/${id}/publish`)).expect(200)
      ;(await full.put(`/workflows/${id}/draft`, { nodes: [{ id: 'x' }], edges: [] })).expect(200)
      ;(await limited.post(`/workflows/${id}/publish`)).expect(200)
      const authors = (await list(full, id)).map(({ author }) => author)
      const [byLimited, , byFull] = authors
      assert.ok(typeof byFull === 'string' && typeof byLimited === 'string' && byFull !== byLimited)
      assert.deepEqual(authors, [byLimited, byLimited, byFull, byLimited, byFull])
    })

    it('A version is read as it was saved', async () => {
      const client = await shared.client()
      const definition = {
        nodes: [{ id: 'a', odd: '\u0000' }],
        edges: [{ from: 'a' }],
        variables: { x: [1] },
      }
      const { id, created_at } = await client.createWorkflow(definition)
      await change(client, id, { nodes: [], edges: [], variables: {} })
      const [, first] = await list(client, id)
      const version = (await client.get(`/workflows/${id}/versions/${first?.id}`)).expect(200).data<Version>()
      assert.deepEqual(version, { ...first, created_at, ...definition })
    })

    it('Pages stay contiguous while versions are added', async () => {
      const client = await shared.client()
      const { id } = await client.createWorkflow()
      for (let n = 1; n < 5; n += 1) await change(client, id, { variables: { n } })
      const seen: (number | null)[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const query: string = cursor === '' ? '?limit=2' : `?limit=2&cursor=${cursor}`
        const response = (await client.get(`/workflows/${id}/versions${query}`)).expect(200)
        seen.push(...response.data<VersionSummary[]>().map(({ number }) => number))
        cursor = response.cursorMeta.next_cursor
        assert.equal(response.cursorMeta.has_more, cursor !== null)
        await change(client, id, { variables: { cursor } })
      }
      assert.deepEqual(seen, [5, 4, 3, 2, 1])
    })

    it('The newest version comes first also after the clock was set back', async () => {
      const client = await shared.client()
      const { id } = await client.createWorkflow()
      for (let n = 1; n < 4; n += 1) {
        clock.advance(-60_000)
        await change(client, id, { variables: { n } })
      }
      assert.deepEqual(await numbers(client, id), [4, 3, 2, 1])
    })

    it('Restoring makes the old definition current as a new version and leaves other fields unchanged', async () => {
      const client = await shared.client()
      const definition = { nodes: [{ id: 'a', type: 'start' }], edges: [], variables: { x: 1 } }
      const { id } = await client.createWorkflow(definition)
      await change(client, id, { nodes: [], variables: {}, name: 'New name', status: 'published' })
      const first = (await list(client, id)).at(-1)?.id
      const restored = await restore(client, id, first)
      const read = await client.get(`/workflows/${id}`)
      assert.deepEqual(restored.expect(200).body, read.body)
      assert.equal(restored.header('etag'), read.header('etag'))
      const { name, status, nodes, edges, variables } = restored.data<Workflow>()
      assert.deepEqual({ nodes, edges, variables }, definition)
      assert.deepEqual([name, status], ['New name', 'published'])
      const versions = await list(client, id)
      assert.deepEqual(
        versions.map(({ number, is_current }) => [number, is_current]),
        [
          [3, true],
          [2, false],
          [1, false],
        ],
      )
      assert.deepEqual(versions[0]?.changes?.nodes_added, ['a'])
    })

    it('New runs use the restored version', async () => {
      const client = await shared.client()
      const giving = (value: number) => ({ nodes: [{ id: 'r', type: 'return', data: { value: { value } } }] })
      const workflow = await client.createWorkflow(giving(1))
      await change(client, workflow.id, giving(2))
      assert.deepEqual((await client.run(workflow)).output, { value: 2 })
      const first = (await list(client, workflow.id)).at(-1)?.id
      ;(await restore(client, workflow.id, first)).expect(200)
      assert.deepEqual((await client.run(workflow)).output, { value: 1 })
    })

    it('Restoring the current version, by its id or by an equal definition, changes nothing', async () => {
      const client = await shared.client()
      const { id } = await client.createWorkflow({ variables: { x: 1 } })
      await change(client, id, { variables: { x: 2 } })
      await change(client, id, { variables: { x: 1 } })
      const before = await client.get(`/workflows/${id}`)
      const [current, , equal] = await list(client, id)
      for (const version of [current, equal]) {
        const response = (await restore(client, id, version?.id)).expect(200)
        assert.deepEqual(response.body, before.body)
        assert.equal(response.header('etag'), before.header('etag'))
      }
      assert.deepEqual(await numbers(client, id), [3, 2, 1])
    })

    it('Restoring with an outdated `If-Match` is answered with 412 and changes nothing', async () => {
      const client = await shared.client()
      const { id } = await client.createWorkflow({ variables: { x: 1 } })
      const stale = (await client.get(`/workflows/${id}`)).header('etag')
      await change(client, id, { variables: { x: 2 } })
      const first = (await list(client, id)).at(-1)?.id
      const rejected = await restore(client, id, first, stale)
      assert.deepEqual(issuePaths(rejected.error(412, 'VALIDATION_ERROR')), ['If-Match'])
      const read = await client.get(`/workflows/${id}`)
      assert.deepEqual(read.data<Workflow>().variables, { x: 2 })
      const restored = (await restore(client, id, first, read.header('etag'))).expect(200)
      assert.deepEqual(restored.data<Workflow>().variables, { x: 1 })
    })

    it('Concurrent changes and restores all create versions, numbered without a gap', async () => {
      const client = await shared.client()
      const { id } = await client.createWorkflow({ variables: { first: true } })
      await change(client, id, { variables: { second: true } })
      const first = (await list(client, id)).at(-1)?.id
      const responses = await Promise.all(
        Array.from({ length: 12 }, (_, n) =>
          n % 2 === 0 ? restore(client, id, first) : client.patch(`/workflows/${id}`, { variables: { n } }),
        ),
      )
      for (const response of responses) response.expect(200)
      const found = await numbers(client, id)
      assert.deepEqual(
        found,
        Array.from({ length: found.length }, (_, index) => found.length - index),
      )
      const current = (await list(client, id)).filter(({ is_current }) => is_current)
      assert.deepEqual(
        current.map(({ number }) => number),
        [found[0]],
      )
    })

    it('A version of another workflow, an unknown one and one of a deleted workflow are answered with 404', async () => {
      const client = await shared.client()
      const mine = await client.createWorkflow()
      const other = await client.createWorkflow()
      const [foreign] = await list(client, other.id)
      for (const version of [foreign?.id, ABSENT]) {
        ;(await client.get(`/workflows/${mine.id}/versions/${version}`)).error(404, 'NOT_FOUND')
        ;(await restore(client, mine.id, version)).error(404, 'NOT_FOUND')
      }
      ;(await client.delete(`/workflows/${other.id}`)).expect(200)
      ;(await client.get(`/workflows/${other.id}/versions`)).error(404, 'NOT_FOUND')
      ;(await client.get(`/workflows/${other.id}/versions/${foreign?.id}`)).error(404, 'NOT_FOUND')
      ;(await restore(client, other.id, foreign?.id)).error(404, 'NOT_FOUND')
    })

    it('Another account can neither read nor restore a version, also through its own workflow', async () => {
      const [mine, otherClient] = [await shared.client(), await shared.client()]
      const { id } = await mine.createWorkflow({ variables: { x: 1 } })
      await change(mine, id, { variables: { x: 2 } })
      const first = (await list(mine, id)).at(-1)?.id
      const own = await otherClient.createWorkflow()
      for (const workflow of [id, own.id]) {
        ;(await otherClient.get(`/workflows/${workflow}/versions/${first}`)).error(404, 'NOT_FOUND')
        ;(await restore(otherClient, workflow, first)).error(404, 'NOT_FOUND')
      }
      ;(await otherClient.get(`/workflows/${id}/versions`)).error(404, 'NOT_FOUND')
      assert.deepEqual(await numbers(mine, id), [2, 1])
    })

    it('Invalid ids, cursors and limits are rejected together', async () => {
      const client = await shared.client()
      const { id } = await client.createWorkflow()
      for (const method of ['GET', 'POST'] as const) {
        const path = `/workflows/x/versions/y${method === 'POST' ? '/restore' : ''}`
        const error = (await client.send(method, path)).error(400, 'VALIDATION_ERROR')
        assert.deepEqual(issuePaths(error), ['id', 'version_id'])
      }
      const error = (await client.get(`/workflows/${id}/versions?cursor=x&limit=0`)).error(
        400,
        'VALIDATION_ERROR',
      )
      assert.deepEqual(issuePaths(error), ['cursor', 'limit'])
      const response = (await client.get(`/workflows/${id}/versions?limit=1000`)).expect(200)
      assert.deepEqual(response.body['meta'], { limit: 100, next_cursor: null, has_more: false })
    })

    it('Reading requires `workflows:read`, restoring requires `workflows:write`', async () => {
      const { full, limited } = await shared.clients(['workflows:read'])
      const { id } = await full.createWorkflow()
      const [version] = await list(limited, id)
      const error = (await restore(limited, id, version?.id)).error(403, 'FORBIDDEN')
      assert.equal(error.details['required_scope'], 'workflows:write')
    })
  },
  { clock },
)

async function change(client: Client, id: string, body: object): Promise<void> {
  ;(await client.patch(`/workflows/${id}`, body)).expect(200)
}

async function list(client: Client, id: string): Promise<VersionSummary[]> {
  return (await client.get(`/workflows/${id}/versions?limit=100`)).expect(200).data<VersionSummary[]>()
}

async function numbers(client: Client, id: string): Promise<(number | null)[]> {
  return (await list(client, id)).map(({ number }) => number)
}

function restore(client: Client, id: string, version: string | undefined, ifMatch?: string) {
  const headers: Record<string, string> = ifMatch === undefined ? {} : { 'if-match': ifMatch }
  return client.post(`/workflows/${id}/versions/${version}/restore`, undefined, { headers })
}
