import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Step } from '@millrace/contract/execution-step.ts'
import { OPERATIONS } from '@millrace/contract/operations.ts'
import { SCOPE_PRESETS } from '@millrace/contract/scopes.ts'
import type { Trigger } from '@millrace/contract/trigger.ts'
import type { Webhook } from '@millrace/contract/webhook.ts'
import type { Client } from '../support/client.ts'
import { EventStream } from '../support/event-stream.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { readEnd, readSteps, untilWaiting } from '../support/waiting-run.ts'

/*
 * A workflow that copies its own links and its own address into everything it leaves behind: steps, logs, output, definition,
 * deliveries. Then every operation that only reads is called with keys that must not be able to use them.
 */

interface Scene {
  readonly ids: Readonly<Record<string, string>>
  readonly executionId: string
  /** The end of the link of the wait, and the key in the address. */
  readonly link: string
  readonly address: string
}

const READS = OPERATIONS.filter(({ method }) => method === 'GET')

async function prepare(owner: Client): Promise<Scene> {
  const workflow = await owner.createWorkflow({ nodes: [{ id: 'inbound', type: 'webhook' }] })
  const publish = (nodes: readonly object[], edges: readonly object[]) =>
    owner.patch(`/workflows/${workflow.id}`, { nodes, edges, status: 'published' })
  ;(await publish([{ id: 'inbound', type: 'webhook' }], [])).expect(200)
  const [trigger] = (await owner.get(`/workflows/${workflow.id}/triggers`)).data<Trigger[]>()
  const url = trigger?.url ?? assert.fail('no address')
  const values = { link: '{{ execution.links.w.approve }}', url, text: 'See {{ execution.links.w.reject }}.' }
  ;(
    await publish(
      [
        { id: 'inbound', type: 'webhook' },
        { id: 'copy', type: 'set', data: { values } },
        { id: 'note', type: 'log', data: { message: '{{ previous.link }} {{ previous.url }}' } },
        { id: 'w', type: 'wait', data: { for: 'approval', message: 'Click {{ nodes.copy.output.link }}' } },
        { id: 'end', type: 'return', data: { value: '{{ nodes.copy.output }}' } },
      ],
      [
        { source: 'inbound', target: 'copy' },
        { source: 'copy', target: 'note' },
        { source: 'note', target: 'w' },
        { source: 'w', target: 'end', sourceHandle: 'approved' },
      ],
    )
  ).expect(200)
  const target = { url: `${owner.service.url}/nowhere`, events: ['workflow.executed'] }
  const webhook = (await owner.post('/webhooks', target)).expect(201).data<Webhook>()
  const { execution_id: executionId } = await owner.accept(workflow)
  await untilWaiting(owner, executionId)
  const waiting = (await readSteps(owner, executionId)).find(({ status }: Step) => status === 'waiting')
  const link = /\.([\w-]{43})\?/.exec(waiting?.waiting?.links.approve ?? '')?.[1] ?? assert.fail('no link')
  const ids = { workflows: workflow.id, executions: executionId, webhooks: webhook.id }
  return { ids, executionId, link, address: url.slice(url.lastIndexOf('/') + 1) }
}

/** Everything that a key reads: all operations of the resources of the scene, pages of data, and the stream. */
async function readEverything(client: Client, { ids, executionId }: Scene): Promise<string> {
  const texts: string[] = []
  for (const { path, id, example } of READS) {
    if (id === 'followExecution') continue
    const kind = path.split('/')[1] ?? ''
    if (path.includes(':id') && ids[kind] === undefined) continue
    if (/:\w+_id/.test(path)) continue
    const query = example?.query === undefined || kind === 'executions' ? '' : `?${example.query}`
    const answer = await client.get(path.replace(':id', ids[kind] ?? '') + query)
    if (answer.status === 200) texts.push(JSON.stringify(answer.body))
  }
  for (const part of ['/link', '/url', '/text']) {
    // A text can be read from any character on: the second half of a link must be hidden, too.
    for (const offset of [0, 60, 120]) {
      const query = `step=copy&pointer=${encodeURIComponent(part)}&offset=${offset}`
      const answer = await client.get(`/executions/${executionId}/data?${query}`)
      if (answer.status === 200) texts.push(JSON.stringify(answer.body))
    }
  }
  const download = await client.get(`/executions/${executionId}/data/content?step=copy`)
  if (download.status === 200) texts.push(JSON.stringify(download.body))
  const stream = await EventStream.open(client, executionId)
  await stream.until(({ event, data }) => event === 'step' && (data as Step).node_id === 'w')
  stream.close()
  texts.push(stream.text)
  return texts.join('\n')
}

/** Any sixteen characters of it in a row. */
function reveals(text: string, secret: string): boolean {
  for (let at = 0; at + 16 <= secret.length; at += 1) {
    if (text.includes(secret.slice(at, at + 16))) return true
  }
  return false
}

describeOnEveryStore('Reading never becomes doing', (shared) => {
  it('A key that may only read sees no link and no address, wherever a run copied them', async () => {
    const { full, limited } = await shared.clients(SCOPE_PRESETS.read_only)
    const scene = await prepare(full)
    const seen = await readEverything(full, scene)
    assert.ok(reveals(seen, scene.link) && reveals(seen, scene.address), 'the scene shows nothing at all')
    const before = await readEverything(limited, scene)
    assert.deepEqual([reveals(before, scene.link), reveals(before, scene.address)], [false, false])
    assert.match(before, /\[hidden\]/)
    const [wait] = (await full.get(`/waits?execution_id=${scene.executionId}`)).data<{ id: string }[]>()
    const answer = { approved: true }
    ;(await full.post(`/executions/${scene.executionId}/waits/${wait?.id ?? ''}/answer`, answer)).expect(202)
    await readEnd(full, scene.executionId)
    assert.ok(reveals(await readEverything(full, scene), scene.link))
    const after = await readEverything(limited, scene)
    assert.deepEqual([reveals(after, scene.link), reveals(after, scene.address)], [false, false])
  })

  it('A viewer in the web app sees neither', async () => {
    const { owner, browser } = await shared.person('viewer')
    const scene = await prepare(owner)
    for (const path of [
      `/executions/${scene.executionId}/steps`,
      `/workflows/${scene.ids['workflows'] ?? ''}`,
    ]) {
      const text = JSON.stringify((await browser.get(`/v1${path}`)).expect(200).body)
      assert.deepEqual([reveals(text, scene.link), reveals(text, scene.address)], [false, false])
    }
  })

  it('A key that may only execute sees the addresses, which it may use, and no link', async () => {
    const { full, limited } = await shared.clients([...SCOPE_PRESETS.execute_only, 'workflows:read'])
    const scene = await prepare(full)
    const seen = await readEverything(limited, scene)
    assert.deepEqual([reveals(seen, scene.link), reveals(seen, scene.address)], [false, true])
  })

  it('The answer of a run that was waited for hides links as well, and so does its repetition', async () => {
    const { full, limited } = await shared.clients(SCOPE_PRESETS.execute_only)
    const workflow = await full.createWorkflow({
      nodes: [
        { id: 'copy', type: 'set', data: { values: { link: '{{ execution.links.w.approve }}' } } },
        { id: 'end', type: 'return', data: { value: '{{ previous }}' } },
        { id: 'no', type: 'if', data: { condition: 'false' } },
        { id: 'w', type: 'wait', data: { for: 'approval' } },
      ],
      edges: [
        { source: 'copy', target: 'no' },
        { source: 'no', target: 'w', sourceHandle: 'true' },
        { source: 'copy', target: 'end' },
      ],
    })
    const execute = (client: Client, key: string) =>
      client.post(
        `/workflows/${workflow.id}/execute`,
        {},
        { headers: { prefer: 'wait=30', 'idempotency-key': key } },
      )
    const TOKEN = /[\w-]{43}\?decision=approve/
    assert.match(JSON.stringify((await execute(full, 'one')).expect(200).body), TOKEN)
    for (const key of ['one', 'two', 'two']) {
      const text = JSON.stringify((await execute(limited, key)).expect(200).body)
      assert.doesNotMatch(text, TOKEN)
      assert.match(text, /\[hidden\]/)
    }
  })
})
