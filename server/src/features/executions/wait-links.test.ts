import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { vaultWith } from '#adapters/vault/testing/vault-with.ts'
import type { StepWaiting } from '#domain/step.ts'
import { WaitLinks } from './wait-links.ts'

const OLD = Buffer.alloc(32, 1)
const NEW = Buffer.alloc(32, 2)
const WAIT: StepWaiting = {
  nodeId: 'w',
  status: 'waiting',
  waitId: '01937b5e-8f3a-7c41-9a52-3d1f0c7be2aa',
  for: 'callback',
  attempt: 1,
  startedAt: 0,
  until: null,
}

const linksOf = (current: Buffer, ...previous: Buffer[]) =>
  new WaitLinks(vaultWith(current, ...previous), () => 'https://example.com/millrace')
const tokenOf = (links: WaitLinks) => links.of(WAIT).callback?.split('/').at(-1) ?? ''

describe('links of waits', () => {
  it('lead to the service, and back to the wait', () => {
    const links = linksOf(OLD)
    assert.match(links.of(WAIT).callback ?? '', /^https:\/\/example\.com\/millrace\/resume\/[\w.-]+$/)
    assert.equal(links.read(tokenOf(links)), WAIT.waitId)
  })

  it('are there for callbacks and approvals alone', () => {
    const links = linksOf(OLD)
    assert.deepEqual(Object.keys(links.of({ ...WAIT, for: 'approval' })), ['approve', 'reject'])
    for (const kind of ['event', 'timer', 'workflow'] as const) {
      assert.deepEqual(links.of({ ...WAIT, for: kind }), {})
    }
  })

  it('stay good when the master key changes, and end with the old key', () => {
    const token = tokenOf(linksOf(OLD))
    assert.equal(linksOf(NEW, OLD).read(token), WAIT.waitId)
    assert.equal(linksOf(NEW).read(token), undefined)
  })
})
