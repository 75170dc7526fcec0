import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SandboxFailureReason } from '#ports/index.ts'
import { MAX_LOG_CHARACTERS, MAX_LOG_LINES } from './protocol/sandbox-limits.ts'
import {
  ACCOUNT,
  assertFailure,
  evaluate,
  hasty,
  openSandbox,
  patient,
} from './testing/sandbox-under-test.ts'

/** The complete list of globals: those of a QuickJS context, `console` and the web globals. */
const KNOWN_GLOBALS = new Set(
  `Error EvalError RangeError ReferenceError SyntaxError TypeError URIError InternalError AggregateError Array Object
  Function Iterator parseInt parseFloat isNaN isFinite decodeURI decodeURIComponent encodeURI encodeURIComponent escape
  unescape Infinity NaN undefined eval Number Boolean String Math Reflect Symbol globalThis BigInt Date RegExp JSON Proxy
  Map Set WeakMap WeakSet ArrayBuffer SharedArrayBuffer Uint8ClampedArray Int8Array Uint8Array Int16Array Uint16Array
  Int32Array Uint32Array BigInt64Array BigUint64Array Float16Array Float32Array Float64Array DataView Promise WeakRef
  FinalizationRegistry console DOMException TextEncoder TextDecoder btoa atob crypto structuredClone Intl URL
  URLSearchParams queueMicrotask files`.split(/\s+/),
)

describe('hostile code', () => {
  const sandbox = openSandbox()
  const run = (code: string, deadlineMs: number) =>
    sandbox.run({ account: ACCOUNT, code, globals: {}, deadlineMs })

  async function expectFailures(
    cases: readonly (readonly [
      code: string,
      reason: SandboxFailureReason | readonly SandboxFailureReason[],
    ])[],
    deadlineMs = patient,
  ): Promise<void> {
    const check = async ([code, expected]: (typeof cases)[number]) => {
      const result = await run(code, deadlineMs)
      assert.ok(!result.ok, `must fail: ${code}`)
      assert.ok([expected].flat().includes(result.reason), `${code}: ${result.reason} (${result.message})`)
      // A run that never got a pool slot would prove nothing.
      assert.doesNotMatch(result.message, /^$|No slot/)
    }
    if (deadlineMs === patient) await Promise.all(cases.map(check))
    else for (const entry of cases) await check(entry)
    assert.equal(await evaluate(sandbox, 'return "alive"'), 'alive')
  }

  it('Hostile code cannot reach the host', async () => {
    await expectFailures([
      ['return process.env', 'error'],
      ['return require("fs")', 'error'],
      ['return fetch("http://127.0.0.1")', 'error'],
      ['return Function("return process")()', 'error'],
      ['return (async () => {}).constructor("return process")()', 'error'],
      ['return [].constructor.constructor("return this.process.pid")()', 'error'],
      ['return new WebAssembly.Module(new Uint8Array(8))', 'error'],
      ['return Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)', 'error'],
      ['return setTimeout(() => 1)', 'error'],
      ['return (await import("node:fs")).readFileSync("/etc/passwd", "utf8")', 'error'],
      ['return await import("fs")', 'error'],
      ['return await import("./child.ts")', 'error'],
      ['return await import("data:text/javascript,export default 1")', 'error'],
      ['return emit("x")', 'error'],
      ['return arguments.callee.caller', 'error'],
    ])
  })

  it('Hostile code gains nothing by closing the wrapper function', async () => {
    await expectFailures([
      ['}}); throw new Error("outside"); (function () { return async function () {', ['error', 'syntax']],
      ['}}); process.exit(); (function () { return async function () {', ['error', 'syntax']],
      ['}}); 1; (function () { return [async function () {', ['error', 'syntax']],
      ['}, 1]}); 2; (function () { return 3; async () => {{', ['error', 'syntax']],
    ])
    assertFailure(await run('}}); for (;;); (function () { return async function () {', hasty), 'timeout')
  })

  it('The globals contain only the language', async () => {
    const found = (await evaluate(
      sandbox,
      'return Reflect.ownKeys(globalThis).filter((key) => typeof key === "string")',
    )) as string[]
    assert.deepEqual(
      found.filter((name) => !KNOWN_GLOBALS.has(name)),
      [],
    )
  })

  it('Hostile code reaches no internals by walking the object graph', async () => {
    const names = (await evaluate(
      sandbox,
      `const seen = new Set(), names = []
       const walk = (value, path) => {
         if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return
         seen.add(value)
         for (const key of Reflect.ownKeys(value)) {
           const name = path + '.' + String(key)
           const isOfUrl = name === '.URL.prototype.host' || name === '.URL.prototype.hostname'
           if (/emit|serialize|describe|prelude|host|qts/i.test(String(key)) && !isOfUrl) names.push(name)
           const property = Reflect.getOwnPropertyDescriptor(value, key)
           walk(property.value, name); walk(property.get, name); walk(property.set, name)
         }
         walk(Reflect.getPrototypeOf(value), path + '.__proto__')
       }
       walk(globalThis, '')
       return names`,
    )) as string[]
    assert.deepEqual(names, [])
  })

  it('A stack trace reveals nothing about the host', async () => {
    const stack = (await evaluate(sandbox, `try { null.x } catch (error) { return error.stack } `)) as string
    assert.match(stack, /code\.js:1/)
    assert.doesNotMatch(stack, /\.ts|node:|file:|\/|wasm/)
  })

  it('A run leaves no state for the next run', async () => {
    const one = openSandbox({ size: 1 })
    await evaluate(
      one,
      `Object.prototype.polluted = 'yes'; Array.prototype.push = null; globalThis.left = 1
       JSON.stringify = () => '"replaced"'; Promise.prototype.then = null
       Object.defineProperty(Object.prototype, 'toJSON', {value: () => 'trick'}); return 1`,
    )
    const [pid] = one.pids
    const code = 'return [({}).polluted ?? null, typeof [].push, typeof left, ({}).toJSON ?? null]'
    assert.deepEqual(await evaluate(one, code), [null, 'function', 'undefined', null])
    assert.ok(pid !== undefined && one.pids.includes(pid), 'the same child ran both')
    assert.equal(Reflect.get({}, 'polluted'), undefined)
  })

  it('Hostile code cannot change how its result and errors are read', async () => {
    const spoiled = `JSON.stringify = () => '"forged"'; Reflect.apply = () => 1; Promise.prototype.then = null
      String.prototype.slice = () => 'forged'; Error = null; globalThis.console = 1; Object.freeze(Object.prototype);`
    assert.deepEqual(await evaluate(sandbox, `${spoiled} return {real: 1}`), { real: 1 })
    assertFailure(await run(`${spoiled} null.x`, patient), 'error', /^TypeError: /)
    const setter = `Object.defineProperty(Array.prototype, '0', {set() {}}); console.log('x');`
    assert.deepEqual(await evaluate(sandbox, `${setter} return 1`), 1)
  })

  it('A result from a proxy or a getter contains only JSON', async () => {
    const proxy = 'return new Proxy({}, {ownKeys: () => ["a"], get: () => 1, getOwnPropertyDescriptor: '
    const descriptor = '() => ({value: 1, enumerable: true, configurable: true})})'
    assert.deepEqual(await evaluate(sandbox, proxy + descriptor), { a: 1 })
    const trap = await run('return new Proxy({}, {ownKeys() { throw new Error("trap") }})', patient)
    assertFailure(trap, 'output', /trap/)
  })

  it('Every endless loop is stopped', async () => {
    const timeout = 'timeout'
    await expectFailures(
      [
        ['for (;;);', timeout],
        ['for (;;) try { for (;;); } catch {} finally { for (;;); }', timeout],
        ['await null; for (;;);', timeout],
        ['while (true) await null', timeout],
        ['const f = () => Promise.resolve().then(f); await f()', timeout],
        ['await (async () => { for (;;); })().catch(() => 0); return "survived"', timeout],
        ['return {get x() { for (;;); }}', timeout],
        ['return {toJSON() { for (;;); }}', timeout],
        ['return new Proxy({}, {ownKeys() { for (;;); }})', timeout],
        ['return new Proxy([], {get: (t, k) => (k === "length" ? 1e9 : t[k])})', timeout],
        ['throw {toJSON() { for (;;); }}', ['error', timeout]],
        ['throw Object.defineProperty(new Error(), "stack", {get() { for (;;); }})', ['error', timeout]],
        ['console.log({toJSON() { for (;;); }})', timeout],
        ['return /^(a+)+$/.test("a".repeat(60) + "!")', timeout],
        ['return "a".repeat(1e5).replace(/(a*)*b/g, "")', timeout],
        [
          'const a = Array.from({length: 1e5}, (_, i) => i); for (;;) a.sort(() => Math.random() - 0.5)',
          timeout,
        ],
        ['function* g() { for (;;) yield 1 } return Math.max(...g())', [timeout, 'memory']],
      ],
      hasty,
    )
  })

  it('A native loop that ignores the deadline is killed', async () => {
    const before = new Set(sandbox.pids)
    await expectFailures(
      [
        ['console.log("before"); return [].indexOf.call({length: 2 ** 53 - 1}, 1)', 'timeout'],
        ['return Array(4e9).join("").length', ['timeout', 'memory']],
        ['return [].lastIndexOf.call({length: 2 ** 53 - 1}, 1)', 'timeout'],
      ],
      hasty,
    )
    assert.ok(![...before].every((pid) => sandbox.pids.includes(pid)), 'children were replaced')
  })

  it('The log lines of a killed run are kept', async () => {
    await evaluate(sandbox, 'return 1')
    const code = 'console.log("before"); return [].indexOf.call({length: 2 ** 53 - 1}, 1)'
    const result = await run(code, 1500)
    assertFailure(result, 'timeout', /1500 ms/)
    assert.deepEqual(result.logs, [{ level: 'info', message: 'before' }])
  })

  it('Hostile code exhausts only its own memory', async () => {
    await expectFailures([
      ['const a = []; for (;;) a.push({x: [1, 2, 3]})', 'memory'],
      ['function f(...a) { return f(...a, 1) } return f(...Array(5000))', 'memory'],
      ['return "x".repeat(2 ** 29)', 'memory'],
      ['return "x".repeat(2 ** 30)', ['memory', 'error']],
      ['let s = "x"; for (;;) s += s', ['memory', 'error']],
      ['return new Array(1e9).fill(0)', 'memory'],
      ['return new ArrayBuffer(2 ** 30)', 'memory'],
      ['const a = []; for (;;) a.push(new Uint8Array(1e6))', 'memory'],
      ['const a = []; for (let i = 0; ; i++) a[i] = "text " + i', 'memory'],
      ['return Array(5e7).join("ab")', ['memory', 'output']],
      ['const wide = {}; for (let i = 0; ; i++) wide["key" + i] = i', 'memory'],
      ['let f = () => 1; for (;;) f = f.bind(null)', 'memory'],
      ['const m = new Map(); for (let i = 0; ; i++) m.set(i, {})', 'memory'],
      ['const p = []; for (;;) p.push(new Promise(() => {}))', 'memory'],
      ['for (;;) try { "x".repeat(2 ** 29) } catch { await null; throw new Error("caught") }', 'error'],
      ['return 7n ** 100000000n', ['memory', 'error']],
    ])
  })

  it('Hostile code exhausts only its own stack', async () => {
    const nest = 'let a = []; for (let i = 0; i < 1e5; i++) a = [a];'
    await expectFailures([
      ['const f = () => f() + 1; return f()', 'error'],
      ['return JSON.parse("[".repeat(1e5) + "]".repeat(1e5))', 'error'],
      [`${nest} return a`, ['error', 'output']],
      [`${nest} return String(a)`, 'error'],
      [`${nest} console.log(a); throw a`, 'error'],
      ['return eval("(".repeat(1e5) + "1" + ")".repeat(1e5))', 'error'],
      ['return new RegExp("(?:".repeat(1e5) + ")".repeat(1e5)).test("")', 'error'],
      ['let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); return p.x', 'error'],
      [`return ${'('.repeat(1e5)}1${')'.repeat(1e5)}`, ['error', 'syntax']],
    ])
  })

  it('A result cannot exceed its limit', async () => {
    await expectFailures([
      ['return "x".repeat(2 ** 24)', 'output'],
      ['const wide = {}; for (let i = 0; i < 2e5; i++) wide["k" + i] = i; return wide', 'output'],
      ['return Array.from({length: 1e6}, () => 1)', 'output'],
    ])
  })

  it('Hostile code cannot flood the log', async () => {
    const many = await run('for (let i = 0; i < 1e5; i++) console.log("line", i); return 1', patient)
    assert.equal(many.logs.length, MAX_LOG_LINES + 1)
    assert.deepEqual(many.logs[0], { level: 'info', message: 'line 0' })
    assert.match(many.logs.at(-1)?.message ?? '', /lines are discarded/)

    const long = await run('for (let i = 0; i < 500; i++) console.log("x".repeat(1e6)); return 1', patient)
    const characters = long.logs.reduce((sum, { message }) => sum + message.length, 0)
    assert.ok(characters <= MAX_LOG_CHARACTERS + 100, `${characters}`)
    assert.match(long.logs[0]?.message ?? '', /^x+…$/)
    assert.match(long.logs.at(-1)?.message ?? '', /lines are discarded/)
  })
})
