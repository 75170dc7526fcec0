import assert from 'node:assert/strict'
import { readFileSync, readdirSync, renameSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { buildServerBundle } from './build-server-bundle.js'
import { PlantedProject } from './planted-project.js'
import { bundlesFolder, bundleStampPath, compareServerBundle, findServerEntry } from './server-bundle.js'
import { writeStamp } from './stamp.js'

const node = { path: process.execPath, version: process.versions.node }
const { signal } = new AbortController()

describe('The bundle of the server', () => {
  /** @type {PlantedProject} */
  let project
  beforeEach(() => {
    project = new PlantedProject()
  })
  afterEach(() => project.destroy())

  const build = () => buildServerBundle(project.root, node, signal)
  const state = () => compareServerBundle(project.root, node.version).state
  /** The text of the file that a start would run. */
  const started = (version = node.version) => readFileSync(findServerEntry(project.root, version), 'utf8')
  const bundles = () => readdirSync(bundlesFolder(project.root)).filter((name) => name !== '.stamp')

  it('is what a start runs after the build', async () => {
    assert.equal(started(), 'the sources')
    assert.deepEqual(await build(), { ok: true, output: '', signal: null })
    assert.equal(state(), 'unchanged')
    assert.equal(started(), 'a bundle')
  })

  it('is found after the project was moved', async () => {
    await build()
    const before = project.root
    project.root = `${before}-moved`
    renameSync(before, project.root)
    assert.equal(started(), 'a bundle')
  })

  /** @type {Record<string, () => void>} */
  const changes = {
    'a source is edited': () => project.write('server/src/domain/form.ts', 'another form'),
    'a source is edited without a change of size and mtime': () => {
      const file = join(project.root, 'server/src/domain/form.ts')
      const { atimeMs, mtimeMs } = statSync(file)
      project.write('server/src/domain/form.ts', 'a farm')
      utimesSync(file, atimeMs / 1000, mtimeMs / 1000)
    },
    'a source is added': () => project.write('server/src/domain/more.ts', ''),
    'a source is removed': () => project.remove('server/src/domain/form.ts'),
    'a source is renamed': () =>
      renameSync(
        join(project.root, 'server/src/domain/form.ts'),
        join(project.root, 'server/src/domain/firm.ts'),
      ),
    'the contract is edited': () => project.write('contract/src/form.ts', 'another schema'),
    'the lock file asks for other packages': () => project.write('package-lock.json', '{}'),
    'other packages are installed': () => project.write('node_modules/.package-lock.json', '{ }'),
    'the build scripts change': () => project.write('scripts/bundle/bundle-server.js', 'otherwise'),
    'its files are gone': () => project.remove(`server/dist/${bundles()[0]}`),
    'its stamp is gone': () => project.remove('server/dist/.stamp'),
    'its stamp cannot be read': () => project.write('server/dist/.stamp', '{'),
  }
  for (const [change, make] of Object.entries(changes)) {
    it(`is not run if ${change}`, async () => {
      await build()
      make()
      assert.equal(state(), 'changed')
      assert.equal(started(), 'the sources')
    })
  }

  it('is not run by another Node', async () => {
    await build()
    assert.equal(started('24.7.0'), 'the sources')
  })

  it('is run if sources were only rewritten, or tests changed', async () => {
    await build()
    project.write('server/src/domain/form.test.ts', 'a test')
    project.write('server/src/domain/testing/forms.ts', 'for tests')
    assert.equal(state(), 'unchanged')
    project.write('server/src/domain/form.ts', 'a form')
    assert.equal(state(), 'touched')
    assert.equal(started(), 'a bundle')
  })

  it('is not run after an edit that follows the comparison', async () => {
    await build()
    project.write('server/src/domain/form.ts', 'a form')
    const found = compareServerBundle(project.root, node.version)
    assert.ok(found.state === 'touched')
    project.write('server/src/domain/form.ts', 'another form')
    writeStamp(bundleStampPath(project.root), found.stamp)
    assert.equal(started(), 'the sources')
  })

  it('is not run if a source was edited during the build', async () => {
    const source = join(project.root, 'server/src/domain/form.ts')
    project.writeBundler('a bundle', `writeFileSync(${JSON.stringify(source)}, 'edited')`)
    await build()
    assert.equal(started(), 'the sources')
    await build()
    assert.equal(started(), 'a bundle')
  })

  it('keeps the previous bundle if the build fails', async () => {
    await build()
    const before = bundles()
    project.writeBundler('half a bundle', "throw new Error('no bundler for this platform')")
    const { ok, output } = await build()
    assert.equal(ok, false)
    assert.match(output, /no bundler for this platform/)
    assert.deepEqual(bundles(), before)
    assert.equal(started(), 'a bundle')
  })

  it('is kept after it was replaced, because running services load parts of it late', async () => {
    project.write('server/dist/0old.unfinished/main.js', 'left by a build that was killed')
    for (const name of ['0a', '0b', '0c']) project.write(`server/dist/${name}/main.js`, 'older')
    await build()
    const [oldest, older, newest, ...more] = bundles().sort()
    assert.deepEqual([oldest, older, more], ['0b', '0c', []])
    assert.equal(findServerEntry(project.root, node.version).includes(newest ?? '?'), true)
  })
})
