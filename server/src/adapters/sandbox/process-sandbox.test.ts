import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ACCOUNT, assertFailure, evaluate, openSandbox, patient } from './testing/sandbox-under-test.ts'

describe('sandbox', () => {
  const sandbox = openSandbox()
  const run = (code: string, globals = {}) =>
    sandbox.run({ account: ACCOUNT, code, globals, deadlineMs: patient })

  it('The sandbox returns the result of the code as JSON', async () => {
    const cases: [code: string, value: unknown][] = [
      ['return {a: [1, "x", null, true], b: {c: 1.5}}', { a: [1, 'x', null, true], b: { c: 1.5 } }],
      ['', null],
      ['return', null],
      ['return undefined', null],
      ['return null', null],
      ['return "€ 😀 \\u0000 \\ud800"', '€ 😀 \u0000 \ud800'],
      ['return [NaN, Infinity, -Infinity, -0, 1e308]', [null, null, null, 0, 1e308]],
      ['return [1, , 3]', [1, null, 3]],
      ['return new Array(3)', [null, null, null]],
      ['return {f() {}, s: Symbol("x"), u: undefined, kept: 1}', { kept: 1 }],
      ['return new Date(0)', '1970-01-01T00:00:00.000Z'],
      ['return new Map([[1, 2]])', {}],
      ['return {toJSON: () => ({from: "toJSON"})}', { from: 'toJSON' }],
      ['return 1 // a comment at the end', 1],
    ]
    for (const [code, value] of cases) assert.deepEqual(await evaluate(sandbox, code), value, code)
  })

  it('Code sees its globals by name, as copies', async () => {
    const input = { list: [1, 2], text: 'a "quoted" \u2028 \u0000 \ud83d\ude00 text', __proto__: null }
    const globals = { input, previous: 7, item: null }
    assert.deepEqual(await evaluate(sandbox, 'return [input.list, input.text, previous, item]', globals), [
      [1, 2],
      input.text,
      7,
      null,
    ])
    await evaluate(sandbox, 'input.list.push(3); return input', globals)
    assert.deepEqual(input.list, [1, 2])
  })

  it('Code can declare variables with the names of its globals', async () => {
    const code = 'const item = input[0]; let index = 5; return [item, index]'
    assert.deepEqual(await evaluate(sandbox, code, { input: ['a'], item: 1, index: 2 }), ['a', 5])
  })

  it('Code can await promises', async () => {
    assert.equal(await evaluate(sandbox, 'return await Promise.resolve(2) + (await (async () => 3)())'), 5)
    assert.deepEqual(await evaluate(sandbox, 'return Promise.all([1, Promise.resolve(2)])'), [1, 2])
    assert.equal(
      await evaluate(sandbox, 'let n = 0; for (let i = 0; i < 5000; i++) n += await 1; return n'),
      5000,
    )
  })

  it('Code that waits for a promise that never settles fails', async () => {
    for (const code of ['await new Promise(() => {})', 'return {then() {}}']) {
      assertFailure(await run(code), 'error', /never settles.*`delay`/s)
    }
  })

  it('Log lines of the code are returned with their level', async () => {
    const result = await run(`
      console.log('text', 1, {a: [true]}, null, undefined, 5n)
      console.debug(new TypeError('odd')); console.info(); console.warn(Symbol('s')); console.error(() => 1)
      const loop = {}; loop.loop = loop
      console.log(loop, 'nul\\u0000 \\ud800')
      return 1`)
    assert.deepEqual(result.logs, [
      { level: 'info', message: 'text 1 {"a":[true]} null undefined 5' },
      { level: 'debug', message: 'TypeError: odd' },
      { level: 'info', message: '' },
      { level: 'warn', message: 'Symbol(s)' },
      { level: 'error', message: '[function]' },
      { level: 'info', message: '[a value that cannot be displayed] nul\u0000 \ud800' },
    ])
  })

  it('An error is reported with its location in the code', async () => {
    const cases: [code: string, name: string, line: number, column: number, message: RegExp][] = [
      ['null.x', 'TypeError', 1, 5, /^TypeError: .*'x' of null \(line 1, column 5\)$/],
      ['const a = 1\n\n  throw new RangeError("far")', 'RangeError', 3, 23, /^RangeError: far \(line 3/],
      ['await null\nmissing', 'ReferenceError', 2, 1, /missing.*not defined/],
      ['const f = () => { undefined() }\nf()', 'TypeError', 1, 28, /not a function/],
    ]
    for (const [code, name, line, column, message] of cases) {
      const result = await run(code)
      assertFailure(result, 'error', message)
      assert.deepEqual([result.name, result.line, result.column], [name, line, column], code)
    }
  })

  it('A syntax error is reported with its location', async () => {
    const first = await run('let b = = 2')
    assertFailure(first, 'syntax', /^SyntaxError: .* \(line 1, column 9\)$/)
    assert.deepEqual([first.line, first.column], [1, 9])
    const second = await run('const a = 1\nreturn a +')
    assertFailure(second, 'syntax')
    assert.equal(second.line, 3)
    for (const code of ['return 1 } function more() {', 'import fs from "fs"', '{', 'return "']) {
      assertFailure(await run(code), 'syntax')
    }
  })

  it('Any thrown value is reported', async () => {
    const cases: [code: string, message: RegExp][] = [
      ['throw "a text"', /^a text$/],
      ['throw 42', /^42$/],
      ['throw undefined', /^undefined$/],
      ['throw null', /^null$/],
      ['throw {why: "object"}', /^\{"why":"object"\}$/],
      ['throw {toJSON() { throw 1 }, toString() { throw 2 }}', /cannot be displayed/],
      ['class Own extends Error { name = "Own" }; throw new Own("mine")', /^Own: mine/],
      ['throw Object.defineProperty(new Error("x"), "message", {get() { throw 1 }})', /^Error: /],
      [
        'throw new Proxy({}, {get() { throw new Error("trap") }, getPrototypeOf() { throw 1 }})',
        /cannot be displayed/,
      ],
      ['await Promise.reject(new Error("later"))', /^Error: later/],
    ]
    for (const [code, message] of cases) assertFailure(await run(code), 'error', message)
  })

  it('A result that cannot be converted to JSON is refused', async () => {
    const cases: [code: string, message: RegExp][] = [
      ['return () => 1', /function cannot be converted to JSON/],
      ['return Symbol("x")', /symbol cannot be converted to JSON/],
      ['return 10n', /BigInt/i],
      ['return {deep: [10n]}', /BigInt/i],
      ['const a = {}; a.a = a; return a', /circular/],
      ['return {toJSON() { throw new Error("no") }}', /Error: no/],
      ['return {get x() { throw new Error("getter") }}', /getter/],
      ['return JSON.parse(\'{"__proto__": 1}\')', /"__proto__" as a key/],
      ['let a = []; for (let i = 0; i < 64; i++) a = [a]; return a', /more than 64 levels/],
    ]
    for (const [code, message] of cases) assertFailure(await run(code), 'output', message)
  })

  it('A result of up to 1 MiB is accepted, and a larger one is refused', async () => {
    assert.equal(((await evaluate(sandbox, 'return "x".repeat(2**20 - 2)')) as string).length, 2 ** 20 - 2)
    assertFailure(await run('return "x".repeat(2**20 - 1)'), 'output', /larger than 1 MiB/)
    assertFailure(await run('return "€".repeat(2**19)'), 'output', /larger than 1 MiB/)
  })

  it('Data of up to 10 MiB is accepted, and more is refused', async () => {
    const input = 'x'.repeat(10 * 1024 * 1024 - 100)
    assert.equal(await evaluate(sandbox, 'return input.length', { input }), input.length)
    assertFailure(await run('return 1', { input: `${input}${'x'.repeat(100)}` }), 'input', /10 MiB/)
    assertFailure(await run(`/*${input}*/`, { input: 'x'.repeat(200) }), 'input')
    const numbers = Array.from({ length: 2_000_000 }, () => 1)
    assert.equal(await evaluate(sandbox, 'return input.length', { input: numbers }), numbers.length)
  })

  it('Code runs in UTC and sees nothing of the machine', async () => {
    const code =
      'return [new Date(2024, 6, 1, 12).toISOString(), new Intl.DateTimeFormat().resolvedOptions().timeZone]'
    assert.deepEqual(await evaluate(sandbox, code), ['2024-07-01T12:00:00.000Z', 'UTC'])
  })

  it('A global whose name is not an identifier is an error of the caller', async () => {
    for (const name of ['a b', '1', '', 'a){', 'é']) {
      await assert.rejects(run('return 1', { [name]: 1 }), TypeError)
    }
  })
})
