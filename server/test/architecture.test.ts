import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeViolation, findViolations } from './architecture/find-violations.ts'
import { parseSource } from './architecture/parse-source.ts'
import { readSources } from './architecture/source-file.ts'

describe('the architecture', () => {
  it('is what the tables say, in every file that ships', async () => {
    const files = await readSources()
    assert.ok(files.length > 100, `only ${files.length} files were found: the test reads the wrong folder`)
    const violations = findViolations(files).map(describeViolation)
    if (violations.length > 0) assert.fail(`\n${violations.join('\n')}`)
  })
})

/** Where a rule must speak up: path, text, and the line and rule it has to name. */
interface Planted {
  what: string
  path: string
  text: string
  finds: string[]
}

const planted: Planted[] = [
  ...[
    ['domain', '#store/index.ts'],
    ['domain', '@millrace/expressions'],
    ['domain', '#ports/index.ts'],
    ['expressions', '#domain/index.ts'],
    ['ports', '#engine/index.ts'],
    ['engine', '#store/index.ts'],
    ['nodes', '#integrations/index.ts'],
    ['integrations', '#nodes/index.ts'],
    ['store', '#adapters/index.ts'],
    ['adapters', '#http/index.ts'],
    ['http', '#features/index.ts'],
    ['features', '#store/index.ts'],
    ['features', '#adapters/index.ts'],
    ['features', '#start/index.ts'],
    ['adapters', '#start/index.ts'],
  ].map(([layer, specifier]) => ({
    what: `${layer} imports ${specifier}`,
    path: `${layer}/planted.ts`,
    text: `\nimport { x } from '${specifier}'\n`,
    finds: [`${layer}/planted.ts:2 layers`],
  })),
  {
    what: 'main.js does more than start',
    path: 'main.js',
    text: "import { x } from '#domain/index.ts'",
    finds: ['main.js:1 layers'],
  },
  {
    what: 'the contract imports the server by a relative path',
    path: 'contract/planted.ts',
    text: "import { x } from '../domain/index.ts'",
    finds: ['contract/planted.ts:1 layers', 'contract/planted.ts:1 specifiers'],
  },
  {
    what: 'a folder is no layer',
    path: 'services/planted.ts',
    text: 'export const x = 1',
    finds: ['services/planted.ts:1 layers'],
  },
  {
    what: 'a type crosses layers',
    path: 'domain/planted.ts',
    text: "// first\nimport type { X } from '#store/index.ts'\nexport const x: X = 1",
    finds: ['domain/planted.ts:2 layers'],
  },
  {
    what: 'a type in braces crosses layers',
    path: 'domain/planted.ts',
    text: "import {\n  type X,\n} from '#store/index.ts'",
    finds: ['domain/planted.ts:1 layers'],
  },
  {
    what: 'a type is passed on',
    path: 'domain/planted.ts',
    text: "export type { X } from '#store/index.ts'\nexport type * from '#store/index.ts'",
    finds: ['domain/planted.ts:1 layers', 'domain/planted.ts:2 layers'],
  },
  {
    what: 'a value is passed on or loaded later',
    path: 'domain/planted.ts',
    text: "export { x } from '#store/index.ts'\nexport * from '#store/index.ts'\nawait import('#store/index.ts')\nimport '#store/index.ts'",
    finds: ['domain/planted.ts:4', 'domain/planted.ts:1', 'domain/planted.ts:2', 'domain/planted.ts:3']
      .map((line) => `${line} layers`)
      .sort(),
  },
  ...[
    ['features/planted.ts', 'kysely'],
    ['engine/planted.ts', 'pg'],
    ['adapters/local-queue/planted.ts', 'pg'],
    ['adapters/planted.ts', 'kysely'],
    ['http/planted.ts', 'undici'],
    ['integrations/planted.ts', 'nodemailer'],
    ['nodes/planted.ts', 'node:net'],
    ['store/planted.ts', 'node:http'],
    ['features/planted.ts', 'node:dns/promises'],
    ['http/planted.ts', 'node:tls'],
    ['features/planted.ts', 'net'],
    ['features/planted.ts', 'dns/promises'],
    ['domain/planted.ts', 'crypto'],
    ['start/planted.ts', 'node:https'],
    ['start/planted.ts', 'node:http2'],
    ['nodes/planted.ts', 'node:dgram'],
    ['start/planted.ts', 'node:inspector'],
    ['adapters/tokens/planted.ts', 'undici'],
    ['adapters/tokens/planted.ts', 'node:net'],
    ['adapters/sandbox/planted.ts', 'node:tls'],
    ['start/planted.ts', 'prom-client'],
    ['store/planted.ts', 'node:module'],
    ['adapters/planted.ts', 'node:vm'],
    ['start/planted.ts', 'node:child_process'],
    ['adapters/planted.ts', 'node:test'],
    ['domain/planted.ts', 'node:crypto'],
    ['engine/planted.ts', 'node:timers/promises'],
    ['contract/planted.ts', 'fastify'],
    ['store/planted.ts', '#test/support/x.ts'],
    ['store/planted.ts', './tables.test.ts'],
    ['store/planted.ts', './testing/rows.ts'],
    ['store/planted.ts', '#domain/testing/rows.ts'],
    ['store/planted.ts', 'node:assert/strict'],
  ].map(([path, specifier]) => ({
    what: `${path} imports ${specifier}`,
    path: String(path),
    text: `import { x } from '${specifier}'`,
    finds: [`${path}:1 modules`],
  })),
  {
    what: 'an import is computed',
    path: 'start/planted.ts',
    text: 'await import(`./${name}.ts`)',
    finds: ['start/planted.ts:1 modules'],
  },
  ...[
    'Date.now()',
    'new Date()',
    'Date()',
    "Date['now']()",
    'globalThis.Date.now()',
    'performance.now()',
    'setTimeout(() => 1, 2)',
    'setInterval(tick, 2)',
    'setImmediate(tick)',
    'Math.random()',
    'crypto.randomUUID()',
    "fetch('http://localhost')",
    'globalThis.fetch',
    'process.pid',
  ].flatMap((use) =>
    ['domain', 'expressions', 'engine'].map((layer) => ({
      what: `${layer} uses ${use}`,
      path: `${layer}/planted.ts`,
      text: `const planted =\n  ${use}`,
      finds: [`${layer}/planted.ts:2 globals`],
    })),
  ),
  ...[
    'new WebSocket(url)',
    'new EventSource(url)',
    'globalThis.fetch(url)',
    'global.fetch(url)',
    "global['fetch'](url)",
    'new global.WebSocket(url)',
    'globalThis[name]',
    'Reflect.get(globalThis, name)',
    "process.getBuiltinModule('node:net')",
    "process['getBuiltinModule']('node:net')",
    'process[name](text)',
    'process.env.HOME',
    "process['env']",
    'fetch(url)',
    'eval(text)',
    'new Function(text)',
    'Function(text)',
  ].map((use) => ({
    what: `start/wire.ts uses ${use}`,
    path: 'start/wire.ts',
    text: `export const planted = ${use}`,
    finds: ['start/wire.ts:1 globals'],
  })),
  {
    what: 'the environment is taken apart',
    path: 'adapters/planted.ts',
    text: 'const { env } = process',
    finds: ['adapters/planted.ts:1 globals'],
  },
  ...[
    ['const { fetch } = globalThis', 'a global is taken out of all of them'],
    ['const { getBuiltinModule } = process', 'the loader of modules is taken out of the process'],
    ['const { [name]: taken } = process', 'something unknown is taken out of the process'],
  ].map(([text, what]) => ({
    what: String(what),
    path: 'adapters/planted.ts',
    text: String(text),
    finds: ['adapters/planted.ts:1 globals'],
  })),
  {
    what: 'a relative path leaves the layer',
    path: 'engine/planted.ts',
    text: "import { x } from '../domain/index.ts'",
    finds: ['engine/planted.ts:1 specifiers'],
  },
  {
    what: 'a file of the same folder is written like one of another',
    path: 'engine/planted.ts',
    text: "import { x } from '#engine/advance.ts'",
    finds: ['engine/planted.ts:1 specifiers'],
  },
  ...[
    ['engine/planted.ts', '#domain/workflows/workflow.ts', 'reaches past the entrance of a layer'],
    ['engine/planted.ts', '@millrace/expressions/template.ts', 'reaches past the entrance of a workspace'],
    ['main.js', '#start/cli/command-line.ts', 'is started past the entrance'],
    ['domain/planted.ts', './index.ts', 'imports the entrance of its own layer'],
  ].map(([path, specifier, what]) => ({
    what: `${path} ${what}`,
    path: String(path),
    text: `import { x } from '${specifier}'`,
    finds: [`${path}:1 entrances`],
  })),
  ...[
    'export const planted = 1',
    'export function planted() {}',
    'export async function planted() {}',
    'export class Planted {}',
    'const planted = 1',
  ].map((text) => ({
    what: `a port holds "${text}"`,
    path: 'ports/planted.ts',
    text: `\n${text}`,
    finds: ['ports/planted.ts:2 ports'],
  })),
  {
    what: 'a file that ships is named like a test',
    path: 'integrations/test-connection.ts',
    text: '',
    finds: ['integrations/test-connection.ts:1 names'],
  },
  ...[
    'domain/utils.ts',
    'domain/string-utils.ts',
    'store/helpers/row.ts',
    'engine/run-manager.ts',
    'http/common.ts',
  ].map((path) => ({ what: `a file is called ${path}`, path, text: '', finds: [`${path}:1 names`] })),
]

describe('the rules of the architecture', () => {
  for (const { what, path, text, finds } of planted) {
    it(`see it when ${what}`, () => {
      assert.deepEqual(report([{ path, text }]), finds)
    })
  }

  it('see a cycle of files, also one of types and one of a file with itself', () => {
    const files = [
      { path: 'domain/a.ts', text: "import { b } from './b.ts'" },
      { path: 'domain/b.ts', text: "\nimport type { C } from './c.ts'" },
      { path: 'domain/c.ts', text: "import { a } from './a.ts'" },
      { path: 'domain/self.ts', text: "import { self } from './self.ts'" },
      { path: 'domain/user.ts', text: "import { a } from './a.ts'" },
    ]
    assert.deepEqual(report(files), ['domain/a.ts:1 cycles', 'domain/self.ts:1 cycles'])
  })

  it('see two folders that import each other through different files', () => {
    const files = [
      { path: 'domain/a/one.ts', text: "import { x } from '#domain/b/three.ts'" },
      { path: 'domain/a/two.ts', text: '' },
      { path: 'domain/b/three.ts', text: '' },
      { path: 'domain/b/four.ts', text: "import { x } from '#domain/a/two.ts'" },
    ]
    assert.deepEqual(report(files), ['domain/a/one.ts:1 folder pairs'])
  })

  it('see two files of the server with the same base name, but not two entrances', () => {
    const files = ['domain/a/step.ts', 'engine/b/step.ts', 'domain/index.ts', 'engine/index.ts']
    assert.deepEqual(report(files.map((path) => ({ path, text: '' }))), ['domain/a/step.ts:1 unique names'])
  })

  it('see a folder with more files than fit on a screen', () => {
    const files = (folder: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        path: `${folder}/${folder.length}-${index}.ts`,
        text: '',
      }))
    assert.deepEqual(report([...files('engine/run', 20), ...files('store/migrations', 30)]), [])
    assert.deepEqual(report(files('engine/run', 21)), ['engine/run/10-0.ts:1 folder sizes'])
  })

  it('name file, line, rule and reason', () => {
    const files = [{ path: 'domain/a.ts', text: "\nimport { x } from '#store/index.ts'" }]
    assert.deepEqual(findViolations(files).map(describeViolation), [
      'server/src/domain/a.ts:2 layers: domain may not import store ' +
        '(what is true does not depend on how it is kept or served)',
    ])
  })

  it('leave alone what is allowed', () => {
    const files = [
      {
        path: 'domain/a.ts',
        text: `
          import type { Workflow } from '@millrace/contract/workflow.ts'
          import { b } from './b.ts'
          import { c } from '#domain/graph/c.ts'
          // Date.now(), process.env and import { x } from '#store/tables.ts' in a comment
          const text = "import type { x } from '#store/tables.ts'; eval('1')"
          export const at = (ms: number) => new Date(ms)
          export const parse = (value: string): number => Date.parse(value)
          export const own = (process: { env: string }, fetch: () => void) => (fetch(), process.env)
          export const names = { fetch: 1, process: 2, eval: 3 }.fetch
          export class Engine { setTimeout(): void { this.setTimeout() } }
        `,
      },
      { path: 'domain/b.ts', text: 'export const b = 1' },
      { path: 'domain/graph/c.ts', text: "import { d } from './d.ts'" },
      { path: 'domain/graph/d.ts', text: '' },
      { path: 'domain/clock.test.ts', text: "import { x } from '#store/tables.ts'\nDate.now()" },
      {
        path: 'store/dialects/sqlite/open.ts',
        text: "import { x } from 'node:sqlite'\nimport { y } from '../../z.ts'",
      },
      {
        path: 'http/app.ts',
        text: "import type { Server } from 'node:http'\nimport { isIP, type Socket } from 'node:net'",
      },
      {
        path: 'adapters/sandbox/run.ts',
        text: "import { fork } from 'node:child_process'\nnew Function('1')",
      },
      { path: 'adapters/outgoing/sql.ts', text: "import pg from 'pg'\nsetTimeout(() => Date.now(), 1)" },
      {
        path: 'features/forms/routes.ts',
        text: "import { x } from '#engine/index.ts'\nimport { y } from '#http/index.ts'",
      },
      { path: 'start/settings/config.ts', text: 'export const read = (env = process.env) => env' },
      {
        path: 'main.js',
        text: "#!/usr/bin/env node\nimport { run } from '#start/index.ts'\nprocess.exitCode = await run()",
      },
      { path: 'contract/workflow.ts', text: "import Type from 'typebox'\nimport { x } from './x.ts'" },
    ]
    assert.deepEqual(findViolations(files).map(describeViolation), [])
  })

  it('know values from types', () => {
    const text =
      "import a, { b as c, type D } from 'x'\nimport * as e from 'y'\nimport type F from 'z'\nimport 'w'"
    assert.deepEqual(parseSource({ path: 'a.ts', text }).imports, [
      { specifier: 'x', line: 1, isTypeOnly: false, values: ['default', 'b'] },
      { specifier: 'y', line: 2, isTypeOnly: false, values: ['*'] },
      { specifier: 'z', line: 3, isTypeOnly: true, values: [] },
      { specifier: 'w', line: 4, isTypeOnly: false, values: [] },
    ])
  })
})

function report(files: { path: string; text: string }[]): string[] {
  return findViolations(files)
    .map(({ path, line, rule }) => `${path}:${line} ${rule}`)
    .sort()
}
