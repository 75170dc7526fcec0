import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hasEverything, satisfies } from './packages.js'

const linux = { os: 'linux', cpu: 'x64', libc: 'glibc' }

/** @param {Record<string, import('./packages.js').LockedPackage>} packages */
const lock = (packages) => ({ packages })

describe('The record of installed packages', () => {
  it('satisfies its own mode, and a full install satisfies both', () => {
    assert.equal(satisfies('run', 'run'), true)
    assert.equal(satisfies('develop', 'run'), true)
    assert.equal(satisfies('develop', 'develop'), true)
    assert.equal(satisfies('run', 'develop'), false)
    assert.equal(satisfies(undefined, 'run'), false)
  })

  it('is complete if it has every package in the locked version', () => {
    const wanted = lock({ '': {}, 'node_modules/a': { version: '1.0.0' }, contract: { version: '0.1.0' } })
    assert.equal(hasEverything(wanted, lock({ 'node_modules/a': { version: '1.0.0' } }), 'run', linux), true)
    assert.equal(hasEverything(wanted, lock({ 'node_modules/a': { version: '1.0.1' } }), 'run', linux), false)
    assert.equal(hasEverything(wanted, lock({}), 'run', linux), false)
    assert.equal(hasEverything(wanted, {}, 'run', linux), false)
  })

  it('may contain additional packages', () => {
    const wanted = lock({ 'node_modules/a': { version: '1.0.0' } })
    const installed = lock({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '2.0.0' } })
    assert.equal(hasEverything(wanted, installed, 'run', linux), true)
  })

  it('needs development packages only in that mode', () => {
    const wanted = lock({ 'node_modules/knip': { version: '1.0.0', dev: true } })
    assert.equal(hasEverything(wanted, lock({}), 'run', linux), true)
    assert.equal(hasEverything(wanted, lock({}), 'develop', linux), false)
  })

  it('needs the links to the workspaces', () => {
    const wanted = lock({ 'node_modules/@millrace/contract': { link: true } })
    assert.equal(hasEverything(wanted, lock({}), 'run', linux), false)
    assert.equal(
      hasEverything(wanted, lock({ 'node_modules/@millrace/contract': { link: true } }), 'run', linux),
      true,
    )
  })

  it('needs the optional packages for this platform and no others', () => {
    /** @param {Partial<import('./packages.js').LockedPackage>} locked */
    const isNeeded = (locked) =>
      !hasEverything(
        lock({ 'node_modules/x': { version: '1.0.0', optional: true, ...locked } }),
        lock({}),
        'run',
        linux,
      )
    assert.equal(isNeeded({ os: ['linux'], cpu: ['x64'] }), true)
    assert.equal(isNeeded({ os: ['linux'], cpu: ['x64'], libc: ['glibc'] }), true)
    assert.equal(isNeeded({ os: 'linux', cpu: 'x64' }), true)
    assert.equal(isNeeded({ os: ['!win32'] }), true)
    assert.equal(isNeeded({ os: 'win32', cpu: 'x64' }), false)
    assert.equal(isNeeded({ os: ['linux'], cpu: ['x64'], libc: ['musl'] }), false)
    assert.equal(isNeeded({ os: ['linux'], cpu: ['arm64'] }), false)
    assert.equal(isNeeded({ os: ['darwin'] }), false)
    assert.equal(isNeeded({ os: ['!linux'] }), false)
    assert.equal(isNeeded({}), false)
  })
})
