import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { keepSourceLocation } from './source-locations.js'

const file = join('/project', 'server', 'src', 'a folder', 'page.ts')
const folder = join('/project', 'server', 'dist', 'one')

describe('The location of a source in a bundle', () => {
  it('stays that of the source file, even after the project is moved', () => {
    const code = keepSourceLocation("read(new URL('page.css', import.meta.url))", file, folder)
    const moved = pathToFileURL(join('/elsewhere', 'server', 'dist', 'one', 'main.js')).href
    const address = /new URL\('page\.css', (.*)\)\)$/.exec(code)?.[1] ?? assert.fail(code)
    assert.match(address, /^new URL\("(\S+)", import\.meta\.url\)\.href$/)
    const path = /"(.*)"/.exec(address)?.[1] ?? ''
    assert.equal(
      new URL(path, moved).href,
      pathToFileURL(join('/elsewhere', 'server', 'src', 'a folder', 'page.ts')).href,
    )
  })

  it('does not apply to `require`: the bundler includes what a module requires', () => {
    const code = "const require = createRequire(import.meta.url)\nrequire('typebox/compile')"
    assert.equal(keepSourceLocation(code, file, folder), "\nrequire('typebox/compile')")
  })

  it('does not change modules that do not use it', () => {
    const code = "export const refused = '`import.meta` and `new.target`'"
    assert.equal(keepSourceLocation(code, file, folder), code)
  })

  for (const code of [
    'import.meta.dirname',
    'import.meta.filename',
    "import.meta.resolve('./child.ts')",
    "import.meta.resolve('#start/cli.ts')",
    "join(__dirname, 'x')",
  ]) {
    it(`is an error if the code would refer to another file: ${code}`, () => {
      assert.throws(() => keepSourceLocation(code, file, folder), /page\.ts: .* would refer to another file/)
    })
  }
})
