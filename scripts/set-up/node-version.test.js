import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { isAtLeast, oldestNode } from './node-version.js'

/** @typedef {{ version: string, os: string, cpu: string, bin: Record<string, string>, optional?: boolean }} LockedNode */

it('Versions are compared number by number', () => {
  assert.equal(isAtLeast('26.0.0', oldestNode), true)
  assert.equal(isAtLeast('26.10.0', oldestNode), true)
  assert.equal(isAtLeast('28.0.0', oldestNode), true)
  assert.equal(isAtLeast('25.99.0', oldestNode), false)
  assert.equal(isAtLeast('9.11.2', oldestNode), false)
  assert.equal(isAtLeast('26.0.0-rc.1', oldestNode), true)
  assert.equal(isAtLeast('26.7.0', '26.10.0'), false)
})

describe('The Node binary of the lock file', () => {
  const lock = /** @type {{ packages: Record<string, Partial<LockedNode>> }} */ (
    JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'))
  )
  const nodes = Object.entries(lock.packages)
    .filter(([, locked]) => locked.bin?.['node'] !== undefined)
    .map(([path, locked]) => ({ path, .../** @type {LockedNode} */ (locked) }))

  it('exists once for every supported platform, as an optional package', () => {
    assert.deepEqual(nodes.map(({ os, cpu }) => `${os}-${cpu}`).sort(), [
      'darwin-arm64',
      'darwin-x64',
      'linux-arm64',
      'linux-x64',
      'win32-x64',
    ])
    for (const { path, optional } of nodes) assert.equal(optional, true, path)
  })

  it('is recent enough on every platform', () => {
    for (const { path, version } of nodes) assert.equal(isAtLeast(version, oldestNode), true, path)
  })

  it('has a path at which the set-up looks for it', () => {
    for (const { path, os, cpu, bin } of nodes) {
      // npm links `bin.node` as node_modules/.bin/node; on Windows the set-up looks into the package itself.
      if (os === 'win32') {
        assert.equal(`${path}/${bin['node']}`, `node_modules/node-win-${cpu}/bin/node.exe`)
      } else assert.match(path, /^node_modules\/[^/]+$/)
    }
  })
})
