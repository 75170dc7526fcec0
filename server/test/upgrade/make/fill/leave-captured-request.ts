import type { Api } from '../api.ts'

interface TriggerAnswer {
  readonly node_id: string
  readonly test_url?: string
}

/**
 * A request that arrived while somebody listened to the node `hook`, and that nobody has taken: it came after the answer that
 * nothing had come, and before the client asked again. Housekeeping deletes both rows after a minute, so this comes last.
 */
export async function leaveCapturedRequest(api: Api, url: string, workflow: string): Promise<void> {
  const triggers = await api.call<TriggerAnswer[]>('GET', `/workflows/${workflow}/triggers`)
  const address = triggers.find(({ node_id: nodeId }) => nodeId === 'hook')?.test_url
  if (address === undefined) throw new Error(`Workflow ${workflow} has no inbound webhook \`hook\`.`)
  const event = await api.call('POST', `/workflows/${workflow}/triggers/hook/listen`, { seconds: 1 })
  if (event !== null) throw new Error('A request arrived at an address that nobody knows.')
  const answer = await fetch(`${url}${new URL(address).pathname}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ order: 8 }),
  })
  if (!answer.ok) throw new Error(`The test address answered ${answer.status}: ${await answer.text()}`)
}
