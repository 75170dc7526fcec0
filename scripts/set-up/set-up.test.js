import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { describePackages, packagesStampPath } from './packages.js'
import { PlantedProject } from './planted-project.js'
import { isReady } from './ready.js'
import { findServerEntry } from './server-bundle.js'
import { writeStamp } from './stamp.js'
import { describeWebApp, webStampPath } from './web-app.js'

const isWindows = process.platform === 'win32'

describe('The set-up before a start', () => {
  /** @type {PlantedProject} */
  let project
  beforeEach(() => {
    project = new PlantedProject()
    writeStamp(packagesStampPath(project.root), describePackages(project.root, 'develop', null))
    writeStamp(webStampPath(project.root), describeWebApp(project.root))
  })
  afterEach(() => project.destroy())

  /** @param {'run' | 'develop'} mode */
  const setUp = (mode) => {
    const script = `import { setUp } from ${JSON.stringify(import.meta.resolve('./set-up.js'))}
      process.exitCode = await setUp(process.argv[1], process.argv[2])`
    const args = ['--input-type=module', '--eval', script, project.root, mode]
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    assert.equal(stdout, '')
    return { status, output: stderr.replace(/\d+\.\d s/, 'a while') }
  }
  const started = () => readFileSync(findServerEntry(project.root, process.versions.node), 'utf8')

  it('bundles the server, once', () => {
    assert.equal(isReady(project.root, 'run'), false)
    assert.deepEqual(setUp('run'), { status: 0, output: 'Bundling the server… a while\n' })
    assert.equal(isReady(project.root, 'run'), true)
    assert.equal(started(), 'a bundle')
    project.write('server/src/domain/form.ts', 'another form')
    assert.equal(isReady(project.root, 'run'), false)
  })

  it('compares contents only once if sources were merely rewritten', () => {
    setUp('run')
    project.write('server/src/domain/form.ts', 'a form')
    assert.equal(isReady(project.root, 'run'), false)
    assert.deepEqual(setUp('run'), { status: 0, output: '' })
    assert.equal(isReady(project.root, 'run'), true)
  })

  it('bundles nothing for development', () => {
    assert.equal(isReady(project.root, 'develop'), true)
    assert.deepEqual(setUp('develop'), { status: 0, output: '' })
    assert.equal(existsSync(join(project.root, 'server', 'dist')), false)
  })

  it('refuses a Node that is too old and names the version to install', { skip: isWindows }, () => {
    project.write('node_modules/.bin/node', '#!/bin/sh\necho v22.23.3\n')
    chmodSync(join(project.root, 'node_modules/.bin/node'), 0o755)
    const { status, output } = setUp('develop')
    assert.equal(status, 1)
    assert.match(
      output,
      /^Millrace needs Node 26\.0\.0 or newer, but found Node 22\.23\.3\..*Install Node 26 and/,
    )
  })

  it('lets the service start from its sources if the bundler fails, and prints why', () => {
    project.writeBundler('half a bundle', "process.stderr.write('no bundler here'); process.exitCode = 1")
    const { status, output } = setUp('run')
    assert.equal(status, 0)
    assert.equal(
      output,
      'Bundling the server… failed\n\nno bundler here\n\nThe service starts from its sources instead, which is slower.\n',
    )
    assert.equal(started(), 'the sources')
  })

  it('lets the service start from its sources in a read-only folder', () => {
    project.write('.tmp', 'in the way of the folder, as a read-only disk would be')
    const { status, output } = setUp('run')
    assert.equal(status, 0)
    assert.match(
      output,
      /^The server could not be bundled: Error: E\w+: .*The service starts from its sources/,
    )
    assert.equal(started(), 'the sources')
  })
})
