import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A project for tests, with the files that the set-up reads. */
export class PlantedProject {
  root = mkdtempSync(join(tmpdir(), 'millrace-project-'))

  constructor() {
    this.write('server/src/main.js', 'the sources')
    this.write('server/src/domain/form.ts', 'a form')
    this.write('server/package.json', '{}')
    this.write('contract/src/form.ts', 'a schema')
    this.write('package-lock.json', '{ "packages": {} }')
    this.write('node_modules/.package-lock.json', '{}')
    this.write('web/dist/index.html', '')
    this.writeBundler('a bundle')
  }

  /**
   * @param {string} path
   * @param {string} text
   */
  write(path, text) {
    mkdirSync(dirname(join(this.root, path)), { recursive: true })
    writeFileSync(join(this.root, path), text)
  }

  /** @param {string} path */
  remove(path) {
    rmSync(join(this.root, path), { recursive: true })
  }

  /**
   * Replaces the bundler, which would need its packages.
   *
   * @param {string} text of the bundle that it writes
   * @param {string} [beforeEnd] code that it runs last
   */
  writeBundler(text, beforeEnd = '') {
    this.write(
      'scripts/bundle-server.js',
      `const { mkdirSync, writeFileSync } = require('node:fs')
      mkdirSync(process.argv[2], { recursive: true })
      writeFileSync(process.argv[2] + '/main.js', ${JSON.stringify(text)})
      ${beforeEnd}`,
    )
  }

  destroy() {
    rmSync(this.root, { recursive: true })
  }
}
