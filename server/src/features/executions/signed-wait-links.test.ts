import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { vaultWith } from '#adapters/vault/testing/vault-with.ts'
import { type LinkedWait, VaultWaitLinks } from './signed-wait-links.ts'

const OLD = Buffer.alloc(32, 1)
const NEW = Buffer.alloc(32, 2)
const WAIT: LinkedWait = {
  kind: 'callback',
  executionId: '01937b5e-8f3a-7c41-9a52-3d1f0c7be2aa',
  waitId: '8c7d9f10-58aa-5a3e-9d0e-3f9f2b1f7c55',
}

const linksOf = (current: Buffer, ...previous: Buffer[]) =>
  new VaultWaitLinks(vaultWith(current, ...previous), () => 'https://example.com/millrace')
const tokenOf = (links: VaultWaitLinks, wait = WAIT) => {
  const { callback, approve } = links.of(wait)
  return new URL(callback ?? approve ?? '').pathname.split('/').at(-1) ?? ''
}

describe('VaultWaitLinks', () => {
  it('A link points to the service and its token identifies the wait', () => {
    const links = linksOf(OLD)
    assert.match(links.of(WAIT).callback ?? '', /^https:\/\/example\.com\/millrace\/resume\/[\w.-]+$/)
    assert.deepEqual(links.read(tokenOf(links)), WAIT)
    const approval: LinkedWait = { ...WAIT, kind: 'approval' }
    assert.deepEqual(Object.keys(links.of(approval)), ['approve', 'reject'])
    assert.deepEqual(links.read(tokenOf(links, approval)), approval)
  })

  it('A token that was changed is invalid', () => {
    const links = linksOf(OLD)
    const token = tokenOf(links)
    const other = '01937b5e-8f3a-7c41-9a52-3d1f0c7be2ab'
    const forged = [
      token.replace('c.', 'a.'),
      token.replace(WAIT.executionId, other),
      token.replace(WAIT.waitId, other),
      token.slice(0, -1),
      `${token}A`,
      '',
    ]
    for (const one of forged) assert.equal(links.read(one), undefined, one)
  })

  it('A link stays valid while the master key is rotated, until the old key is removed', () => {
    const token = tokenOf(linksOf(OLD))
    assert.deepEqual(linksOf(NEW, OLD).read(token), WAIT)
    assert.equal(linksOf(NEW).read(token), undefined)
  })

  it('A service without a public URL creates no links', () => {
    assert.deepEqual(new VaultWaitLinks(vaultWith(OLD), () => undefined).of(WAIT), {})
  })
})
