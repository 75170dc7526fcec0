import type { Operation } from '@millrace/contract/operation.ts'
import type { RecordedAnswer } from '#http/index.ts'
import { KnownIds } from './known-ids.ts'
import type { RecordedService } from './recorded-service.ts'

/** Sends the example of every operation, in an order in which the resources that it needs exist. */
export async function recordAnswers(
  service: RecordedService,
  operations: readonly Operation[],
): Promise<Record<string, RecordedAnswer[]>> {
  const ids = new KnownIds()
  const answers = new Map<string, RecordedAnswer[]>()
  let waiting = operations.toSorted((a, b) => phaseOf(a) - phaseOf(b))
  while (waiting.length > 0) {
    const operation = waiting.find(({ path }) => needsOwn(path) || ids.fill(path) !== undefined)
    if (operation === undefined) {
      throw new Error(`No response contains an id for ${waiting.map(({ path }) => path).join(', ')}.`)
    }
    answers.set(operation.id, await recordOperation(service, operation, ids))
    waiting = waiting.filter((other) => other !== operation)
  }
  // In the order of the table, not of the calls.
  return Object.fromEntries(operations.map(({ id }) => [id, answers.get(id) ?? []]))
}

/** They show what has been counted, which happens in the background otherwise. */
const COUNTED = /^\/(?:failures|statistics)$/

/** Create first, then act on it, read, update, delete: parts before what they belong to. */
function phaseOf({ method, path }: Operation): number {
  // Setting a value creates it.
  if (method === 'PUT' && path.endsWith('/:key')) return 0
  if (method === 'POST') return path.includes(':') ? 1 : 0
  if (method === 'DELETE') return path.endsWith('/:id') ? 5 : 4
  return { GET: 2, PUT: 3, PATCH: 3 }[method]
}

async function recordOperation(
  service: RecordedService,
  operation: Operation,
  ids: KnownIds,
): Promise<RecordedAnswer[]> {
  const recorded = [await call(service, operation, ids, { status: operation.success.status, headers: {} })]
  for (const { status } of operation.success.also ?? []) {
    recorded.push(await call(service, operation, ids, { status, headers: { prefer: 'wait=10' } }))
  }
  if (operation.ranges === true) {
    recorded.push(await call(service, operation, ids, { status: 206, headers: { range: 'bytes=1-12' } }))
  }
  return recorded
}

async function call(
  service: RecordedService,
  operation: Operation,
  ids: KnownIds,
  { status: expected, headers }: { readonly status: number; readonly headers: Record<string, string> },
): Promise<RecordedAnswer> {
  const { method, example } = operation
  const query = example?.query === undefined ? '' : `?${example.query}`
  service.letTimePass()
  const own = await createOwn(service, operation)
  if (COUNTED.test(operation.path)) await service.foldStatistics()
  const filled = own ?? ids.fill(operation.path)
  const path = `${filled}${query}`
  const answer = await service.send({ method, path, body: example?.body, headers })
  if (answer.status !== expected) {
    throw new Error(
      `The example of ${operation.id} got the status ${answer.status}: ${JSON.stringify(answer.body)}`,
    )
  }
  if (own === undefined) ids.learn(operation, answer)
  if (/^\/(?:failures|bulk-runs)/.test(operation.path)) await service.waitForBulkRuns()
  const { execution_id: run } = (answer.body.data ?? {}) as { execution_id?: string }
  if (run !== undefined) await service.waitForEnd(run)
  const webhook = ids.fill('/webhooks/:id')?.split('/').at(-1)
  if (webhook !== undefined) await service.waitForDeliveries(webhook)
  // The content of a file is shown as it is, even if it is JSON.
  const isContent = operation.success.mediaType === '*/*'
  return { status: answer.status, body: answer.isJson && !isContent ? answer.body : answer.text }
}

/** Whether the path names something whose id is not in the responses. */
function needsOwn(path: string): boolean {
  return (
    path.includes(':scope') ||
    path.includes(':node_id') ||
    path.includes(':wait_id') ||
    path.startsWith('/failures/')
  )
}

/** The path of an operation whose example needs a resource of its own. */
async function createOwn(
  service: RecordedService,
  { path, example }: Operation,
): Promise<string | undefined> {
  if (example?.execution === 'approval') {
    const execution = await startRun(service, APPROVAL)
    return path.replace(':id', execution).replace(':wait_id', await service.waitForApproval(execution))
  }
  if (example?.execution !== undefined) return path.replace(':id', await startRun(service, EVENT))
  if (path.startsWith('/failures/')) return path.replace(':id', await createFailure(service))
  if (path.includes(':scope')) {
    const filled = path.replace(':scope', 'account').replace(':key', 'orders')
    await service.send({ method: 'PUT', path: filled, body: { value: 42 } })
    return filled
  }
  if (!needsOwn(path)) return undefined
  const isPoll = /\/(?:sample|reset)$/.test(path)
  const nodes = [isPoll ? POLL : { id: 'order_received', type: 'webhook' }]
  const workflow = await service.send({
    method: 'POST',
    path: '/workflows',
    body: { name: isPoll ? 'Polls' : 'Listens', nodes },
  })
  const { id } = workflow.body.data as { id: string }
  return path.replace(':id', id).replace(':node_id', 'order_received')
}

/** The recorded service answers nothing of interest. */
const POLL = {
  id: 'order_received',
  type: 'poll',
  data: {
    every_seconds: 300,
    url: 'https://api.example.com/orders',
    items: '{{ [{ id: 17, total: 120 }] }}',
    cursor: 17,
  },
}
const EVENT = {
  name: 'Waits',
  nodes: [{ id: 'paid', type: 'wait', data: { for: 'event', event: 'order.paid' } }],
}
const APPROVAL = {
  name: 'Refunds',
  nodes: [
    {
      id: 'approval',
      name: 'Ask for approval',
      type: 'wait',
      data: { for: 'approval', message: 'Refund order 4711?' },
    },
  ],
}

/** Starts an execution that waits, for one example. */
async function startRun(service: RecordedService, body: object): Promise<string> {
  const workflow = await service.send({ method: 'POST', path: '/workflows', body })
  const { id } = workflow.body.data as { id: string }
  const accepted = await service.send({ method: 'POST', path: `/workflows/${id}/execute` })
  return (accepted.body.data as { execution_id: string }).execution_id
}

/** A failed execution, as the failures list it. */
async function createFailure(service: RecordedService): Promise<string> {
  const nodes = [{ id: 'charge', type: 'fail', data: { message: 'The card was declined', code: 'DECLINED' } }]
  const created = await service.send({
    method: 'POST',
    path: '/workflows',
    body: { name: 'Payments', nodes },
  })
  const { id } = created.body.data as { id: string }
  const run = await service.send({ method: 'POST', path: `/workflows/${id}/execute` })
  await service.waitForEnd((run.body.data as { execution_id: string }).execution_id)
  await service.foldStatistics()
  const found = await service.send({ method: 'GET', path: `/failures?workflow_id=${id}` })
  return (found.body.data as { id: string }[])[0]?.id ?? ''
}
