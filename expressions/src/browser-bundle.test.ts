import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import type * as expressions from './index.ts'

/** Globals of Node that browsers do not have. */
const nodeGlobals = ['process', 'Buffer', 'require', 'module', 'exports', 'global', 'setImmediate']

async function bundleForBrowser() {
  const bundle = await rolldown({
    input: fileURLToPath(new URL('index.ts', import.meta.url)),
    platform: 'browser',
    // An import that cannot be resolved fails the build instead of staying in the bundle.
    onLog: (level, log) => {
      if (level === 'warn') throw new Error(log.message)
    },
  })
  const { output } = await bundle.generate({ format: 'iife', name: 'expressions', minify: true })
  await bundle.close()
  return output
}

/** Runs the bundle with every global of Node undefined. */
function load(code: string): typeof expressions {
  // oxlint-disable-next-line no-new-func, no-implied-eval, typescript/no-implied-eval -- runs the bundle under test
  const run = new Function(...nodeGlobals, `${code}; return expressions`) as () => typeof expressions
  return run()
}

describe('browser bundle', () => {
  it('The package bundles for the browser into one file without imports', async (t: TestContext) => {
    const [chunk, ...others] = await bundleForBrowser()
    assert.deepEqual(others, [])
    assert.deepEqual([...chunk.imports, ...chunk.dynamicImports], [])
    assert.doesNotMatch(chunk.code, /["'`]node:/)
    t.diagnostic(`minified bundle: ${Buffer.byteLength(chunk.code)} bytes`)
  })

  it('The bundle evaluates expressions without the globals of Node', async () => {
    const [chunk] = await bundleForBrowser()
    const { compileNamedTemplate, compileTemplate, listFunctions } = load(chunk.code)
    const compiled = compileTemplate(
      'Due {{ date("2026-01-31").plus({ days: 1 }).format("d MMMM", "Europe/Berlin") }}: {{ input.items.map(x => x.replace(/\\d+/, "n")) }}',
    )
    assert.ok(compiled.ok)
    const text = compiled.template.evaluate({
      input: { items: ['a1', 'b22'] },
      previous: null,
      nodes: () => undefined,
      nodeNames: [],
      variables: {},
      vars: {},
      execution: {},
      now: 0,
    })
    assert.equal(text, 'Due 1 February: ["an","bn"]')
    const line = compileNamedTemplate('{{ data.method ?? "GET" }} {{ data.url }}', ['data'])
    assert.ok(line.ok)
    assert.equal(line.text.evaluate({ data: { url: 'api.example.com' } }), 'GET api.example.com')
    assert.ok(listFunctions().some(({ functions }) => functions.length > 0))
  })
})
