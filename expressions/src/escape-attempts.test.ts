import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { compileTemplate } from './template.ts'
import { ExpressionError } from './runtime/problem.ts'
import type { JsonValue } from './runtime/values.ts'
import { evaluate, makeScope } from './testing/evaluate.ts'

/** Data with keys and values that try to reach the host. */
const hostile = JSON.parse(
  `{
    "toString": "x", "valueOf": 1, "toJSON": "y", "length": 1e9, "then": 1, "call": 1, "map": 1,
    "Symbol.iterator": 1, "constructor": {"name": "own"}, "__proto__": {"polluted": true},
    "prototype": 1, "list": [1, 2], "text": "abc", "hasOwnProperty": 1, "get": 1, "__defineGetter__": 1
  }`,
) as JsonValue

/** Each expression must be refused. */
const refused = [
  'constructor',
  'input.constructor.constructor("return process")()',
  'input.text.constructor.constructor("globalThis.__millraceEscaped = 1")()',
  '[].map.constructor("globalThis.__millraceEscaped = 1")()',
  'globalThis.__millraceEscaped = 1',
  'eval("globalThis.__millraceEscaped = 1")',
  '[1].map(x => (__millraceEscaped = x))',
  'input[[["__proto__"]]]',
  '"".constructor',
  '"".constructor.fromCharCode(1)',
  '(1).constructor',
  '[].constructor',
  '[]["constructor"]["constructor"]("return 1")()',
  '[].map.constructor',
  '[].map["constructor"]',
  '[].filter.constructor("return process")()',
  '/a/.constructor',
  'now.constructor',
  'date(0).constructor',
  'Math.constructor',
  'JSON.constructor',
  'Object.constructor',
  'Object.prototype',
  'Object["prototype"]',
  'Array.prototype',
  'String.prototype.constructor',
  'input.__proto__',
  'input["__proto__"]',
  'input["__pro" + "to__"]',
  'input?.__proto__',
  'input?.["__proto__"]',
  '({}).__proto__',
  '({ __proto__: input })',
  '({ "__proto__": input })',
  '({ ["__pro" + "to__"]: input })',
  '({ __proto__ })',
  '({ "\\u005f_proto__": 1 })',
  '({ ...input })',
  'Object.assign({}, input)',
  'Object.fromEntries([["__proto__", 1]])',
  'Object.fromEntries([[["__proto__"], 1]])',
  'Object.groupBy([1], x => "__proto__")',
  'JSON.parse("{\\"__proto__\\": 1}")',
  'JSON.parse("{\\"\\\\u005f_proto__\\": 1}")',
  'JSON.parse("{}", (k, v) => v)',
  'JSON.parse("{}", input.text)',
  'JSON.stringify(input, (k, v) => v)',
  '[input].map(({ __proto__: p }) => p)',
  '[input].map(({ list, ...rest }) => rest)',
  '[1].map(x => x.constructor)',
  '[1].map(constructor => constructor.constructor)',
  '"a".match(/(?<__proto__>a)/).groups',
  '"a".match(/a/).constructor',
  'Function("return 1")()',
  'eval("1")',
  'globalThis',
  'window.process',
  'global.process',
  'process.exit(1)',
  'require("fs")',
  'module.require("fs")',
  'console.log(1)',
  'fetch("http://localhost")',
  'setTimeout("1")',
  'import("fs")',
  'import.meta.url',
  'arguments',
  'arguments.callee',
  '[1].map(x => arguments)',
  'this',
  'this.constructor',
  '[1].map(x => this)',
  'new.target',
  'new Function("return 1")',
  'new Proxy({}, {})',
  'new Promise(r => r)',
  'Proxy',
  'Reflect.get(input, "a")',
  'Reflect.getPrototypeOf(input)',
  'Object.getPrototypeOf(input)',
  'Object.setPrototypeOf(input, null)',
  'Object.defineProperty({}, "a", { get: 1 })',
  'Object.getOwnPropertyDescriptors(input)',
  'Object.create(null)',
  'Symbol',
  'Symbol.iterator',
  'input[Symbol.iterator]',
  'Symbol("a").constructor',
  'Error("x").stack',
  'new Error("x").stack',
  'WebAssembly',
  'Intl.DateTimeFormat',
  'structuredClone(input)',
  'queueMicrotask(1)',
  '[].map.call([1], x => x)',
  '[].map.apply(null, [])',
  '[].map.bind(null)',
  '"".replace.call("a", "a", "b")',
  'Math.max.apply(null, [1])',
  'Array(1e9)',
  'new Array(1e9)',
  'Array.apply(null, 1)',
  'Array.fromAsync([])',
  'input.toString()',
  'input.valueOf()',
  'input.map(x => x)',
  'input.call(1)',
  'input.hasOwnProperty("a")',
  'input.__defineGetter__("a", x => x)',
  'input.__lookupGetter__("a")',
  'input["map"](x => x)',
  'input.list["map"].call(1)',
  'input.list[input.text](x => x)',
  '[1][["map"]](x => x)',
  '"a"[["trim"]]()',
  'x => x',
  '(x => x)(1)',
  '(() => constructor)()',
  '[x => x]',
  '({ f: x => x }).f(1)',
  '[1].map(x => y => x)',
  '[1].reduce(x => x => 1)',
  '({ get a() { return 1 } }).a',
  '({ set a(v) { } })',
  '({ toString() { return "x" } }) + ""',
  '({ valueOf: () => 1 }) + 1',
  '({ toString: () => "x" }) + ""',
  '({ toJSON: () => 1 })',
  '({ [Symbol.toPrimitive]: 1 })',
  'String.raw`a`',
  'input.text`a`',
  '(x => x)`a`',
  '`${x => x}`',
  'RegExp("a")',
  'RegExp.$1',
  'RegExp.prototype',
  'RegExp.lastMatch',
  '/(a+)+$/.compile("x")',
  '/a/.exec.constructor',
  '/(?=a)*/',
  'a: 1',
  'label: input',
  '1; process',
  'input.a = 1',
  'input.list.length = 0',
  '[input.a] = [1]',
  '({ a: input.a } = input)',
  'input.a ||= 1',
  'input.a++',
  'delete input.a',
  '[1].map((x = (input.a = 1)) => x)',
  '[1].map(x => { })',
  '[1].map(function (x) { return x })',
  '[1].map(async x => x)',
  '[1].map(x => await x)',
  'function* () {}',
  'class A { static { } }',
  'class extends input {}',
  'super.constructor',
  'input.#x',
  '#x in input',
  'input instanceof Object',
  'with (input) a',
  'do { } while (1)',
  'for (;;) {}',
  'throw 1',
  'debugger',
  'yield 1',
  'let x = 1',
  'export default 1',
  '<!-- constructor',
  '10n ** 1000000n',
  'BigInt(1)',
  'now.toJSON()',
  'now.ms.constructor',
  'nodes.constructor',
  'nodes["__proto__"]',
  'nodes["constructor"]',
  'nodes.toString',
  'variables.__proto__',
  'previous.constructor',
  'item.constructor',
  'Object.keys.constructor',
  'Number.constructor',
  '[Math]',
  '[].map(Math)',
  '[1].map(eval)',
  '[1].map(Function)',
  '["x"].map(input.constructor)',
  '[1].sort(input)',
  'input.list.push(1)',
  'input.list.splice(0)',
  'input.list.fill(1)',
  'input.list.copyWithin(0)',
  'input.list.pop()',
  'Array.from({ length: 1e9 })',
  'Array.from({ length: Infinity })',
  '"a".repeat(1e9)',
  'undefined.x',
  'null.x',
] as const

/** Each expression must return exactly this plain data. */
const harmless: readonly (readonly [expression: string, result: JsonValue])[] = [
  ['input.toString', 'x'],
  ['input.valueOf', 1],
  ['input.toJSON', 'y'],
  ['input.then', 1],
  ['input.length', 1e9],
  ['[input.polluted, ({}).polluted, [].polluted]', [null, null, null]],
  ['"toString" in {}', false],
  ['"constructor" in {}', false],
  ['"__proto__" in {}', false],
  ['Object.hasOwn({}, "constructor")', false],
  ['({}).toString', null],
  ['({}).hasOwnProperty', null],
  ['({}).__defineGetter__', null],
  ['[].entries().next', null],
  ['({ toString: 1, valueOf: 2 }) + ""', '{"toString":1,"valueOf":2}'],
  ['`${{ toString: 1 }}`', '{"toString":1}'],
  ['({ valueOf: 7 }) * 1', null],
  ['({ toJSON: 1 })', { toJSON: 1 }],
  ['JSON.stringify({ toJSON: 1 })', '{"toJSON":1}'],
  ['JSON.stringify({ then: 1 })', '{"then":1}'],
  ['typeof {}', 'object'],
  ['typeof now', 'object'],
  ['typeof /a/', 'object'],
  ['[3, 1, 2].sort((a, b) => ({ valueOf: 1 }))', [3, 1, 2]],
  ['[2, 1].sort((a, b) => [a - b])', [1, 2]],
  ['"ab".replace(/(b)/, (...all) => JSON.stringify(all))', 'a["b","b",1,"ab"]'],
  ['"ab".replace("b", (...all) => JSON.stringify(all))', 'a["b",1,"ab"]'],
  ['[5].map((...all) => all)', [[5, 0, [5]]]],
  ['"a".replace("a", "$&$&$`$\'$1$<x>")', 'aa$1$<x>'],
  ['"a".replace(/(?<n>a)/, "$<constructor>$<n>$<__proto__>")', 'a'],
  ['input.list[-1]', null],
  ['input.list[4294967296]', null],
  ['input.list[1e100]', null],
  ['input.list["length"]', 2],
  ['input.list["1"]', 2],
  ['input.list["1.0"]', null],
  ['input.list[NaN]', null],
  ['input.list[null]', null],
  ['input.list.at(1e100)', null],
  ['input.text[4294967296]', null],
  ['Array.from({ length: -5 })', []],
  ['Array.from({ length: "2" })', [null, null]],
  ['JSON.parse("{\\"toString\\": 1}")', { toString: 1 }],
  ['Object.fromEntries([["toString", 1]])', { toString: 1 }],
  ['input.constructor', { name: 'own' }],
  ['input["constructor"]', { name: 'own' }],
  ['input["con" + "structor"]', { name: 'own' }],
  ['input[`constructor`]', { name: 'own' }],
  ['input[["constructor"]]', { name: 'own' }],
  ['input[{ toString: "constructor" }] || input.constructor', { name: 'own' }],
  ['input.\\u0063onstructor', { name: 'own' }],
  ['input["\\u0063onstructor"]', { name: 'own' }],
  ['input["\\x63onstructor"]', { name: 'own' }],
  ['({ constructor: 1 })', { constructor: 1 }],
  ['({ prototype: 1 })', { prototype: 1 }],
  ['Object.fromEntries([["constructor", 1]])', { constructor: 1 }],
  ['JSON.parse("[{\\"a\\": {\\"constructor\\": 1}}]")', [{ a: { constructor: 1 } }]],
  ['[input].map(({ constructor }) => constructor)', [{ name: 'own' }]],
  ['[input].map(({ ["constructor"]: c }) => c)', [{ name: 'own' }]],
  ['"a".replace(/(?<constructor>a)/, "$<constructor>")', 'a'],
  ['execution.constructor', null],
  ['"a".replace("a", input.constructor)', '{"name":"own"}'],
  ['input.constructor.constructor', null],
  ['Object.keys({ ...{ constructor: 1 } })', ['constructor']],
  ['1 /* constructor */ + 1', 2],
  ['1 // process.exit()\n + 1', 2],
  ['"<!-- " + "-->"', '<!-- -->'],
  ['"constructor"', 'constructor'],
  ['["__proto__"].join()', '__proto__'],
  ['Object.keys({ a: 1 })', ['a']],
]

function mustRefuse(expression: string): void {
  const text = `{{ ${expression} }}`
  const compiled = compileTemplate(text)
  if (!compiled.ok) {
    for (const problem of compiled.errors) {
      assert.ok(problem.message.length > 10, expression)
      assert.ok(problem.position.offset >= 0 && problem.position.offset <= text.length, expression)
    }
    return
  }
  let value: JsonValue
  try {
    value = compiled.template.evaluate(makeScope({ input: hostile }))
  } catch (error) {
    assert.ok(error instanceof ExpressionError, `${expression}: ${String(error)}`)
    return
  }
  assert.fail(`${expression} gave ${JSON.stringify(value)}`)
}

describe('escape attempts', () => {
  const marker = '__millraceEscaped'
  let prototypes: string

  const describePrototypes = (): string =>
    [Object, Array, String, Number, Boolean, RegExp, Function, Date, Map]
      .map((host) => Reflect.ownKeys(host.prototype).map(String).join())
      .join('|')

  before(() => {
    prototypes = describePrototypes()
  })

  after(() => {
    assert.equal(describePrototypes(), prototypes)
    assert.equal(marker in globalThis, false)
  })

  it('Every known escape is refused with a problem that has a location', () => {
    const snapshot = JSON.stringify(hostile)
    for (const expression of refused) mustRefuse(expression)
    assert.equal(JSON.stringify(hostile), snapshot)
  })

  it('The escape check fails for an allowed expression', () => {
    assert.throws(() => mustRefuse('input.text'), /gave "abc"/)
  })

  it('Expressions that only look dangerous return plain data', () => {
    for (const [expression, result] of harmless) {
      assert.deepEqual(evaluate(expression, hostile), result, expression)
    }
  })

  it('New objects share nothing with the host except the plain prototype', () => {
    for (const expression of [
      '({ a: 1 })',
      'JSON.parse("{}")',
      'Object.fromEntries([])',
      'Object.groupBy([], x => x)',
    ]) {
      const value = evaluate(expression)
      assert.equal(Object.getPrototypeOf(value), Object.prototype, expression)
    }
  })

  it('A function in the scope is never called', () => {
    let called = 0
    const careless = {
      fn: () => {
        called += 1
        return 'escaped'
      },
    } as unknown as JsonValue
    for (const expression of [
      'input.fn()',
      'input["fn"]()',
      '[1].map(input.fn)',
      '"a".replace("a", input.fn)',
      '`${input.fn}`.length',
    ]) {
      try {
        evaluate(expression, careless)
      } catch (error) {
        assert.ok(error instanceof ExpressionError, `${expression}: ${String(error)}`)
      }
    }
    assert.equal(called, 0)
  })

  it('Evaluation does not change the data it reads', () => {
    const data = { list: [3, 1, 2], object: { a: 1 } }
    const copy = structuredClone(data)
    evaluate(
      '[input.list.sort(), input.list.reverse(), input.list.toSpliced(0, 1), Object.assign(input.object, { b: 1 }), input.list.with(0, 9)]',
      data,
    )
    assert.deepEqual(data, copy)
  })
})
