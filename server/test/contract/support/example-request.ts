import { createForm } from '@millrace/contract/form.ts'
import type { Operation } from '@millrace/contract/operation.ts'
import { foldStatistics } from '#test/support/fold-statistics.ts'
import type { Client } from './client.ts'
import { runToWait } from './waiting-run.ts'

export interface ExampleRequest {
  readonly method: string
  /** Relative to the version. */
  readonly path: string
  readonly body?: unknown
}

const ABSENT = '018f0000-0000-7000-8000-000000000000'

type Creator = (owner: Client) => Promise<string>

/** How to create a resource of each kind, by the first segment of its path. */
const CREATORS: Readonly<Record<string, Creator>> = {
  workflows: async (owner) => (await owner.createWorkflow()).id,
  executions: async (owner) => (await owner.run(await owner.createWorkflow())).id,
  forms: async (owner) => (await owner.createForm(createForm.example?.body as object)).id,
  files: async (owner) => {
    const content = { rawBody: 'order,total\n1042,99.5\n', headers: { 'content-type': 'text/csv' } }
    return (await owner.send('POST', '/files?name=orders.csv', content)).expect(201).data<{ id: string }>().id
  },
  variables: (owner) => create(owner, '/variables', { name: uniqueName(), value: 1 }),
  credentials: (owner) => create(owner, '/credentials', { name: 'Key', type: 'api_key', value: 'k-123456' }),
  integrations: (owner) => create(owner, '/integrations', { type: 'http', name: 'HTTP' }),
  failures: createFailure,
  'bulk-runs': async (owner) => {
    const resumed = await owner.post(`/failures/${await createFailure(owner)}/resume`)
    return resumed.expect(202).data<{ id: string }>().id
  },
  // Sent to the service itself: it responds immediately, and nothing leaves the machine.
  webhooks: (owner) =>
    create(owner, '/webhooks', { url: `${owner.service.url}/nowhere`, events: ['form.submitted'] }),
}

/** A request that the operation answers with success, on newly created resources. */
export async function exampleRequest(operation: Operation, owner: Client): Promise<ExampleRequest> {
  const kind = operation.path.split('/')[1] ?? ''
  if (operation.path.includes(':scope')) (await owner.put('/state/account/orders', { value: 41 })).expect(200)
  if (!operation.path.includes(':id')) return exampleRequestFor(operation, '')
  const creator = chooseCreator(operation, CREATORS[kind])
  if (creator === undefined) throw new Error(`Add to CREATORS how to create a resource of /${kind}.`)
  const id = await creator(owner)
  return exampleRequestFor(operation, id, await createPart(operation, owner, id))
}

function chooseCreator({ example }: Operation, creator: Creator | undefined): Creator | undefined {
  if (example?.execution === 'waiting') return startWaiting
  if (example?.execution === 'approval') return startApproval
  return example?.workflow === 'published' ? createPublished : creator
}

/** An execution that failed, as the failures list it. */
async function createFailure(owner: Client): Promise<string> {
  const nodes = [{ id: 'stop', type: 'fail', data: { message: 'The card was declined', code: 'DECLINED' } }]
  const workflow = await owner.createWorkflow({ nodes })
  await owner.run(workflow)
  // Runs are counted in the order in which they started: one that started earlier may still be on its way.
  for (;;) {
    await foldStatistics(owner.service.service.store)
    const found = (await owner.get(`/failures?workflow_id=${workflow.id}`)).expect(200)
    const [failure] = found.data<{ id: string }[]>()
    if (failure !== undefined) return failure.id
  }
}

async function createPublished(owner: Client): Promise<string> {
  return (await owner.createWorkflow({ status: 'published' })).id
}

/** The same for an existing resource, and for a part of it where the path names one. */
export function exampleRequestFor(operation: Operation, id: string, part = ABSENT): ExampleRequest {
  const query = operation.example?.query
  const filled = operation.path
    .replace(':id', id)
    .replace(/:\w+_id/, part)
    .replace(':scope/:key', 'account/orders')
  const path = filled + (query === undefined ? '' : `?${query}`)
  const body =
    operation.id === 'createVariable'
      ? { ...(operation.example?.body as object), name: uniqueName() }
      : operation.example?.body
  return { method: operation.method, path, ...(body !== undefined && { body }) }
}

/** Two variables of an account never have the same name. */
function uniqueName(): string {
  names += 1
  return `NAME_${names}`
}
let names = 0

/** An execution that has reached its wait for the event of the examples. */
export async function startWaiting(owner: Client): Promise<string> {
  const nodes = [{ id: 'paid', type: 'wait', data: { for: 'event', event: 'order.paid' } }]
  return (await runToWait(owner, { nodes })).id
}

async function startApproval(owner: Client): Promise<string> {
  const nodes = [
    { id: 'approval', name: 'Refund', type: 'wait', data: { for: 'approval', message: 'Refund?' } },
  ]
  return (await runToWait(owner, { nodes })).id
}

async function createPart({ path }: Operation, owner: Client, id: string): Promise<string> {
  if (path.includes(':version_id')) return createOldVersion(owner, id)
  if (path.includes(':wait_id')) return findWaitId(owner, id)
  if (/\/(?:sample|reset)$/.test(path)) return createPollTrigger(owner, id)
  if (path.includes(':node_id')) return createWebhookTrigger(owner, id)
  if (path.includes(':submission_id')) return createSubmission(owner, id)
  if (path.includes(':delivery_id')) return createDelivery(owner, id)
  return ABSENT
}

async function findWaitId(owner: Client, id: string): Promise<string> {
  const waits = (await owner.get(`/waits?execution_id=${id}`)).expect(200).data<{ id: string }[]>()
  return waits[0]?.id ?? ABSENT
}

async function createWebhookTrigger(owner: Client, id: string): Promise<string> {
  ;(await owner.patch(`/workflows/${id}`, { nodes: [{ id: 'inbound', type: 'webhook' }] })).expect(200)
  return 'inbound'
}

/** Its request fails, which is a result. */
async function createPollTrigger(owner: Client, id: string): Promise<string> {
  const data = { every_seconds: 3_600, url: 'http://127.0.0.1:1/' }
  ;(await owner.patch(`/workflows/${id}`, { nodes: [{ id: 'orders', type: 'poll', data }] })).expect(200)
  return 'orders'
}

async function createSubmission(owner: Client, id: string): Promise<string> {
  return create(owner, `/forms/${id}/submissions`, { data: { email: 'ada@example.com' } })
}

async function createDelivery(owner: Client, id: string): Promise<string> {
  const form = await owner.createForm()
  const data = { email: 'ada@example.com' }
  ;(await owner.post(`/forms/${form.id}/submissions`, { data })).expect(201)
  const deliveries = (await owner.get(`/webhooks/${id}/deliveries`)).expect(200).data<{ id: string }[]>()
  return deliveries[0]?.id ?? ''
}

/** A version that is not the current one. */
async function createOldVersion(owner: Client, id: string): Promise<string> {
  ;(await owner.patch(`/workflows/${id}`, { variables: { changed: true } })).expect(200)
  const versions = (await owner.get(`/workflows/${id}/versions`)).expect(200).data<{ id: string }[]>()
  return versions.at(-1)?.id ?? ''
}

async function create(owner: Client, path: string, body: object): Promise<string> {
  return (await owner.post(path, body)).expect(201).data<{ id: string }>().id
}
