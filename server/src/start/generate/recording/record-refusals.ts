import type { RecordedService, Sent } from './recorded-service.ts'

const ABSENT = '/workflows/01937b5e-8f3a-7c41-9a52-3d1f0c7be2aa'
const MORE_THAN_ALLOWED = 1024 * 1024 + 1

/** Causes every error that a request can cause, which excludes failures of the service. */
export async function recordRefusals(service: RecordedService): Promise<Record<string, unknown>> {
  const refusals: Record<string, unknown> = {}
  const refuse = async (status: number, request: Sent) => {
    const answer = await service.send(request)
    if (answer.status !== status) {
      throw new Error(`A request that should be refused with ${status} got the status ${answer.status}.`)
    }
    refusals[status] = answer.body
  }
  service.letTimePass()

  const reader = await service.createKey(['workflows:read'])
  const { body: created } = await service.send({
    method: 'POST',
    path: '/workflows',
    body: { name: 'Other' },
  })
  const path = `/workflows/${(created.data as { id: string }).id}`
  const idempotent = { 'idempotency-key': 'order-4711' }
  await service.send({ method: 'POST', path: '/workflows', body: { name: 'First' }, headers: idempotent })

  await refuse(400, { method: 'POST', path: '/workflows', body: { name: ' ', status: 'live' } })
  await refuse(401, { method: 'GET', path: '/workflows', key: null })
  await refuse(403, { method: 'POST', path: '/workflows', body: { name: 'Mine' }, key: reader })
  await refuse(404, { method: 'GET', path: ABSENT })
  await refuse(409, { method: 'POST', path: '/workflows', body: { name: 'Second' }, headers: idempotent })
  await refuse(412, { method: 'PATCH', path, body: { name: 'Mine' }, headers: { 'if-match': '"7"' } })
  await refuse(413, { method: 'POST', path: '/workflows', body: ' '.repeat(MORE_THAN_ALLOWED) })
  await refuse(415, {
    method: 'POST',
    path: '/workflows',
    body: 'name=Mine',
    headers: { 'content-type': 'text/plain' },
  })
  const { body: uploaded } = await service.send({ method: 'POST', path: '/files', body: {} })
  const content = `/files/${(uploaded.data as { id: string }).id}/content`
  await refuse(416, { method: 'GET', path: content, headers: { range: 'bytes=100-' } })
  refusals[429] = await sendUntilRefused(service)
  return refusals
}

/** The clock does not advance, so the rate limit of the minute is reached eventually. */
async function sendUntilRefused(service: RecordedService): Promise<unknown> {
  for (let sent = 0; sent < 10_000; sent += 1) {
    const answer = await service.send({ method: 'GET', path: '/webhooks?limit=1' })
    if (answer.status === 429) return answer.body
  }
  throw new Error('No request was refused by the rate limit.')
}
