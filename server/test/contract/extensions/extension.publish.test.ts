import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Trigger } from '@millrace/contract/trigger.ts'
import type { Draft } from '@millrace/contract/workflow-draft.ts'
import type { Version, VersionSummary } from '@millrace/contract/workflow-version.ts'
import type { Workflow } from '@millrace/contract/workflow.ts'
import { issuePaths } from '../support/api-response.ts'
import type { Client } from '../support/client.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { SettableClock } from '../support/settable-clock.ts'

const MINUTE_MS = 60_000
const clock = new SettableClock('2026-03-10T12:00:00.000Z')

describeOnEveryStore(
  'Extension: publishing, and edits to unpublished workflows',
  (shared) => {
    it('Publishing makes the working copy live as a version with note and author', async () => {
      const client = await shared.client()
      const { id } = await client.createWorkflow({ ...giving(1), status: 'published' })
      ;(await save(client, id, giving(2))).expect(200)
      const published = (await publish(client, id, { note: '  Doubled.  ' })).expect(200)
      const read = await client.get(`/workflows/${id}`)
      assert.deepEqual(published.body, read.body)
      assert.equal(published.header('etag'), read.header('etag'))
      assert.deepEqual((await client.run({ id })).output, { value: 2 })
      const draft = (await client.get(`/workflows/${id}/draft`)).data<Draft>()
      assert.deepEqual([draft.changed, draft.base_version_number], [false, 2])
      const [newest, oldest] = await listVersions(client, id)
      assert.deepEqual([newest?.note, newest?.changes?.nodes_changed], ['Doubled.', ['r']])
      assert.ok(newest?.author !== null && newest?.author === oldest?.author)
      assert.equal(oldest?.note, null)
      const version = (await client.get(`/workflows/${id}/versions/${newest?.id}`)).data<Version>()
      assert.equal(version.note, 'Doubled.')
    })

    it('Publishing activates triggers of the working copy and ends those that it no longer has', async () => {
      const client = await shared.client()
      const cron = (id: string) => ({
        nodes: [{ id, type: 'schedule', data: { cron: '0 8 * * *' } }],
        edges: [],
      })
      const { id } = await client.createWorkflow({ ...cron('one'), status: 'published' })
      ;(await save(client, id, cron('two'))).expect(200)
      assert.deepEqual(await activeTriggers(client, id), ['one'])
      ;(await publish(client, id)).expect(200)
      assert.deepEqual(await activeTriggers(client, id), ['two'])
    })

    it('Publishing again without edits changes nothing', async () => {
      const client = await shared.client()
      const { id } = await client.createWorkflow({ ...giving(1), status: 'published' })
      const before = await client.get(`/workflows/${id}`)
      const again = (await publish(client, id, { note: 'Nothing.' })).expect(200)
      assert.deepEqual([again.body, again.header('etag')], [before.body, before.header('etag')])
      assert.deepEqual(
        (await listVersions(client, id)).map(({ note }) => note),
        [null],
      )
    })

    it('Publishing an unpublished workflow adds the note to its current version', async () => {
      const client = await shared.client()
      const { id } = await client.createWorkflow(giving(1))
      const tag = (await client.get(`/workflows/${id}/draft`)).header('etag')
      assert.equal(tag, (await client.get(`/workflows/${id}`)).header('etag'))
      const published = (await publish(client, id, { note: 'First.' }, tag)).expect(200)
      assert.equal(published.data<Workflow>().status, 'published')
      const versions = await listVersions(client, id)
      assert.deepEqual(
        versions.map(({ number, note }) => [number, note]),
        [[1, 'First.']],
      )
    })

    it('The body is optional, and an outdated `If-Match` is refused', async () => {
      const client = await shared.client()
      const { id } = await client.createWorkflow({ ...giving(1), status: 'published' })
      const tag = (await save(client, id, giving(2))).header('etag')
      ;(await save(client, id, giving(3))).expect(200)
      const refused = await publish(client, id, {}, tag)
      assert.deepEqual(issuePaths(refused.error(412, 'VALIDATION_ERROR')), ['If-Match'])
      assert.deepEqual((await client.run({ id })).output, { value: 1 })
      ;(await client.post(`/workflows/${id}/publish`)).expect(200)
      assert.deepEqual((await client.run({ id })).output, { value: 3 })
      const long = await publish(client, id, { note: 'x'.repeat(1_001) })
      assert.deepEqual(issuePaths(long.error(400, 'VALIDATION_ERROR')), ['note'])
    })

    it('Of concurrent saves and publishes, every publish makes one of the saved definitions live', async () => {
      const client = await shared.client()
      const { id } = await client.createWorkflow({ ...giving(0), status: 'published' })
      const responses = await Promise.all(
        Array.from({ length: 16 }, (_, n) =>
          n % 2 === 0 ? save(client, id, giving(n + 1)) : publish(client, id),
        ),
      )
      for (const response of responses) response.expect(200)
      ;(await publish(client, id)).expect(200)
      const current = (await listVersions(client, id)).find(({ is_current }) => is_current)
      const live = (await client.get(`/workflows/${id}/versions/${current?.id}`)).data<Version>()
      const draft = (await client.get(`/workflows/${id}/draft`)).data<Draft>()
      assert.deepEqual([draft.changed, draft.nodes], [false, live.nodes])
    })

    it('The working copy of an unpublished workflow is the workflow: what is saved runs', async () => {
      const client = await shared.client()
      const { id } = await client.createWorkflow({ ...giving(1), variables: { x: 1 } })
      const read = await client.get(`/workflows/${id}/draft`)
      const { changed, base_version_id, base_version_number } = read.data<Draft>()
      assert.deepEqual([changed, base_version_id, base_version_number], [false, null, null])
      const saved = (await save(client, id, giving(2), read.header('etag'))).expect(200)
      const workflow = await client.get(`/workflows/${id}`)
      assert.equal(saved.header('etag'), workflow.header('etag'))
      assert.deepEqual(workflow.data<Workflow>().nodes, giving(2).nodes)
      assert.deepEqual(workflow.data<Workflow>().variables, { x: 1 })
      assert.deepEqual((await client.run({ id })).output, { value: 2 })
      ;(await save(client, id, giving(3), read.header('etag'))).error(412, 'VALIDATION_ERROR')
      ;(await client.delete(`/workflows/${id}/draft`)).error(409, 'VALIDATION_ERROR')
    })

    it('What is drawn from nothing goes live as version 1, and what ran keeps its number', async () => {
      const client = await shared.client()
      const { id } = await client.createWorkflow({ nodes: [], edges: [] })
      for (const value of [1, 2, 3]) (await save(client, id, giving(value))).expect(200)
      ;(await publish(client, id, { note: 'Live.' })).expect(200)
      const numbered = async () =>
        (await listVersions(client, id)).map(({ number, note }) => [number, note] as const)
      assert.deepEqual(await numbered(), [[1, 'Live.']])
      ;(await client.patch(`/workflows/${id}`, { status: 'draft' })).expect(200)
      for (const value of [4, 5]) (await save(client, id, giving(value))).expect(200)
      await client.run({ id })
      for (const value of [6, 7]) (await save(client, id, giving(value))).expect(200)
      assert.deepEqual(await numbered(), [
        [3, null],
        [2, null],
        [1, 'Live.'],
      ])
    })

    it('Autosaves of an unpublished workflow add at most one draft in ten minutes, without a number', async () => {
      const client = await shared.client()
      const { id } = await client.createWorkflow(giving(0))
      for (let n = 1; n <= 20; n += 1) {
        clock.advance(MINUTE_MS)
        ;(await save(client, id, giving(n))).expect(200)
      }
      const versions = await listVersions(client, id)
      assert.deepEqual(
        versions.map(({ number, is_current }) => [number, is_current]),
        [
          [1, true],
          [null, false],
          [null, false],
          [null, false],
        ],
      )
      const kept = (await client.get(`/workflows/${id}/versions/${versions[2]?.id}`)).data<Version>()
      assert.deepEqual(kept.nodes, giving(9).nodes)
      assert.deepEqual((await client.run({ id })).output, { value: 20 })
    })

    it('A version that ran stays, and so do versions that were saved or published on purpose', async () => {
      const client = await shared.client()
      const { id } = await client.createWorkflow(giving(0))
      ;(await save(client, id, giving(1))).expect(200)
      const run = await client.run({ id })
      ;(await save(client, id, giving(2))).expect(200)
      ;(await client.patch(`/workflows/${id}`, giving(3))).expect(200)
      ;(await save(client, id, giving(4))).expect(200)
      ;(await publish(client, id, { note: 'Live.' })).expect(200)
      ;(await client.patch(`/workflows/${id}`, { status: 'draft' })).expect(200)
      ;(await save(client, id, giving(5))).expect(200)
      ;(await save(client, id, giving(6))).expect(200)
      const versions = await listVersions(client, id)
      const values = await Promise.all(
        versions.map(async (version) => {
          const read = await client.get(`/workflows/${id}/versions/${version.id}`)
          return (read.data<Version>().nodes as unknown as ReturnType<typeof giving>['nodes'])[0]?.data.value
            .value
        }),
      )
      assert.deepEqual(values, [6, 4, 3, 2, 1, 0])
      assert.equal(versions[1]?.note, 'Live.')
      assert.deepEqual(run.output, { value: 1 })
    })

    it('Runs that start while someone edits each find the version they run on', async () => {
      const client = await shared.client()
      const { id } = await client.createWorkflow(giving(0))
      const work = Array.from({ length: 30 }, (_, n) =>
        n % 2 === 0 ? save(client, id, giving(n)) : client.run({ id }),
      )
      const done = await Promise.all(work)
      const runs = done.flatMap((one) => ('output' in one ? [one] : []))
      for (const { status } of runs) assert.equal(status, 'completed')
      assert.equal(runs.length, 15)
    })
  },
  { clock },
)

function giving(value: number) {
  return { nodes: [{ id: 'r', type: 'return', data: { value: { value } } }], edges: [] }
}

function save(client: Client, id: string, definition: object, ifMatch?: string) {
  const headers = ifMatch === undefined ? {} : { 'if-match': ifMatch }
  return client.put(`/workflows/${id}/draft`, definition, { headers })
}

function publish(client: Client, id: string, body: object = {}, ifMatch?: string) {
  const headers = ifMatch === undefined ? {} : { 'if-match': ifMatch }
  return client.post(`/workflows/${id}/publish`, body, { headers })
}

async function listVersions(client: Client, id: string): Promise<VersionSummary[]> {
  return (await client.get(`/workflows/${id}/versions`)).expect(200).data<VersionSummary[]>()
}

async function activeTriggers(client: Client, id: string): Promise<string[]> {
  const triggers = (await client.get(`/workflows/${id}/triggers`)).expect(200).data<Trigger[]>()
  return triggers.filter(({ active }) => active).map(({ node_id }) => node_id)
}
