import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate, evaluateText, problemOf } from '#expressions/testing/evaluate.ts'

const input = {
  name: 'Ada',
  age: 36,
  tags: ['x', 'y'],
  address: { city: 'London', 'zip code': 'N1' },
  nothing: null,
}

function check(table: readonly (readonly [expression: string, expected: unknown])[]): void {
  for (const [expression, expected] of table) {
    assert.deepEqual(evaluate(expression, input), expected, expression)
  }
}

describe('literals', () => {
  it('Literals are those of JavaScript', () => {
    check([
      ['1_000.5', 1000.5],
      ['0xff + 0b11 + 0o7', 265],
      ['1e3', 1000],
      ['"a\\n\\u0041\\x42"', 'a\nAB'],
      ['`a${1 + 1}b${"c"}`', 'a2bc'],
      ['`${[1, 2]}`', '1,2'],
      ['[1, [2], ...[3, 4], ..."ab"]', [1, [2], 3, 4, 'a', 'b']],
      ['({ a: 1, "b c": 2, 3: 4, ["d" + 1]: 5 })', { 3: 4, a: 1, 'b c': 2, d1: 5 }],
      ['{ a: 1, ...{ b: 2 }, ...null, ...{ a: 3 } }', { a: 3, b: 2 }],
      ['[].concat([1], 2)', [1, 2]],
    ])
  })

  it('A list must not have gaps', () => {
    assert.match(problemOf('[1, , 2]').message, /no value between two commas/)
  })

  it('BigInt literals are refused', () => {
    assert.match(problemOf('10n').message, /end in `n`/)
  })
})

describe('operators', () => {
  it('Operators work as in JavaScript', () => {
    check([
      ['7 % 4 + 2 ** 3 ** 0 - 10 / 4', 2.5],
      ['"a" + 1 + null + undefined + true', 'a1nullundefinedtrue'],
      ['1 + null + true', 2],
      ['"6" * "7"', 42],
      ['5 & 3 | 8 ^ 1', 9],
      ['~5 + (1 << 4) + (-9 >> 1) + (-1 >>> 28)', 20],
      ['!0 && !"" || false', true],
      ['null ?? 0 ?? 1', 0],
      ['0 || "x"', 'x'],
      ['input.age >= 36 ? "old" : "young"', 'old'],
      ['"b" > "a" && "10" < "9" && 10 > 9', true],
      [
        'typeof 1 + typeof "" + typeof null + typeof undefined + typeof [] + typeof true',
        'numberstringobjectundefinedobjectboolean',
      ],
      ['"name" in input && !("toString" in input) && !("constructor" in input)', true],
      ['1 in [5, 6] && !(2 in [5, 6])', true],
      ['-"3" + +"4"', 1],
    ])
  })

  it('Primitives compare as in JavaScript, lists and objects by identity', () => {
    check([
      ['1 == "1" && null == undefined && "" == 0 && true == 1', true],
      ['null == 0 || undefined == 0 || NaN == NaN || "a" == 0', false],
      ['1 === "1" || null === undefined', false],
      ['[1] == [1] || [1] === 1 || ({}) == "x" || [] == null', false],
      ['[1] == 1 && "1,2" == [1, 2] && [] == "" && date(0) == "1970-01-01T00:00:00.000Z"', true],
      ['input.tags === input.tags && input.tags == input.tags', true],
      ['date("2026-01-01") == date("2026-01-01T00:00Z") && date(0) === date(0)', true],
      ['date("2026-01-01") < now && now - date("2026-01-31") === 43200000', true],
    ])
  })

  it('An object becomes JSON where JavaScript would print [object Object]', () => {
    check([
      ['"" + { a: 1 }', '{"a":1}'],
      ['`${{ a: [1] }}`', '{"a":[1]}'],
      ['String([{ a: 1 }, 2])', '{"a":1},2'],
    ])
  })

  it('instanceof, void and delete are refused', () => {
    assert.match(problemOf('[] instanceof Array').message, /`instanceof` is not available/)
    assert.match(problemOf('void 0').message, /`void` is not available/)
    assert.match(problemOf('delete input.a').message, /`delete` is not available/)
  })

  it('The operator in needs an object on its right side', () => {
    assert.match(problemOf('"a" in "abc"').suggestion ?? '', /includes/)
  })
})

describe('property access', () => {
  it('Own properties of data can be read', () => {
    check([
      ['input.address.city', 'London'],
      ['input["address"]["zip code"]', 'N1'],
      ['input.tags[1] + input.tags["0"]', 'yx'],
      ['input.name[0] + input.name.length', 'A3'],
      ['input.tags.length', 2],
      ['input["na" + "me"]', 'Ada'],
    ])
  })

  it('A missing property is undefined', () => {
    check([
      ['input.none', null],
      ['input.none ?? "x"', 'x'],
      ['input.tags[9]', null],
      ['input.tags[-1]', null],
      ['input.tags[0.5]', null],
      ['input.tags[1e9]', null],
      ['input.tags["01"]', null],
      ['input.name[99]', null],
      ['input.name.none', null],
      ['input.age.none', null],
      ['input.toString', null],
      ['input.hasOwnProperty', null],
      ['input.valueOf', null],
    ])
  })

  it('Reading from a missing object fails unless ?. allows it', () => {
    assert.match(
      problemOf('input.user.name', input).message,
      /Cannot read `name` of `input.user`, which is missing/,
    )
    assert.match(problemOf('input.nothing.name', input).message, /which is empty \(null\)/)
    check([
      ['input.user?.name', null],
      ['input.user?.name.first.second', null],
      ['input.user?.["name"][0]', null],
      ['input.user?.name.trim().length', null],
      ['input.address?.city?.length', 6],
      ['input.name?.trim()', 'Ada'],
    ])
    assert.match(problemOf('(input.user?.name).first', input).message, /Cannot read `first`/)
  })

  it('A function without parentheses is reported', () => {
    assert.match(problemOf('input.name.trim', input).suggestion ?? '', /trim\(…\)/)
    assert.match(problemOf('input.tags.map', input).message, /is a function/)
    assert.match(problemOf('Math.round').message, /is a function/)
    assert.match(problemOf('parseInt').message, /is a function/)
  })
})

describe('scope', () => {
  it('The scope holds the data of the execution', () => {
    const data = {
      input: { a: 1 },
      previous: { b: 2 },
      variables: { c: 3 },
      item: { d: 4 },
      index: 5,
    }
    assert.deepEqual(
      evaluateText(
        '{{ [input.a, previous.b, variables.c, item.d, index, execution.id, now.ms, nodes["Fetch order"].output.total] }}',
        data,
      ),
      [1, 2, 3, 4, 5, 'exec_1', Date.UTC(2026, 0, 31, 12), 12],
    )
  })

  it('A node that has not run is undefined, and an unknown node is an error', () => {
    assert.equal(evaluate('nodes["Send mail"]?.output'), null)
    assert.match(problemOf('nodes["Send mail"].output').message, /has not run/)
    assert.match(problemOf('nodes["Send mial"].output').suggestion ?? '', /nodes\["Send mail"\]/)
    assert.match(problemOf('nodes["Send mial"]?.output').message, /No node/)
    assert.match(problemOf('nodes').message, /the id or name of a node/)
    assert.match(problemOf('nodes.map(x => x)').message, /no functions/)
    assert.match(problemOf('Object.keys(nodes)').message, /the id or name of a node/)
  })
})

describe('arrow functions', () => {
  it('Arrow functions can be arguments of functions', () => {
    check([
      ['[1, 2, 3].map(x => x * 2)', [2, 4, 6]],
      ['[1, 2].map((x, i, all) => x + i + all.length)', [3, 5]],
      ['[3, 1].map(() => 7)', [7, 7]],
      ['[[1, 2]].map(x => x.map(y => x.length + y))', [[3, 4]]],
      ['[1, 2].map(x => ({ x }))', [{ x: 1 }, { x: 2 }]],
      ['["1", "2"].map(Number)', [1, 2]],
      ['[1.4, 2.6].map(Math.round)', [1, 3]],
      ['["10", "10", "10"].map(parseInt)', [10, null, 2]],
      ['[0, 1, ""].filter(Boolean)', [1]],
    ])
  })

  it('Arrow function parameters can be destructured', () => {
    check([
      ['[{ a: 1, b: { c: 2 } }].map(({ a, b: { c }, d = 9 }) => [a, c, d])', [[1, 2, 9]]],
      ['[[1, 2, 3, 4]].map(([a, , b, ...rest]) => [a, b, rest])', [[1, 3, [4]]]],
      ['[{ a: 1, b: 2, c: 3 }].map(({ a, ...rest }) => rest)', [{ b: 2, c: 3 }]],
      ['[1, 2].map((...all) => all.length)', [3, 3]],
      ['[undefined, null, 1].map((x = 5) => x)', [5, null, 1]],
      ['[1].map((x, i, all, y = x + 1) => y)', [2]],
      ['["ab"].map(([a, b]) => b + a)', ['ba']],
      ['[{ k: "z", z: 1 }].map(({ ["z"]: v }) => v)', [1]],
      ['Object.entries({ a: 1 }).map(([k, v]) => k + v)', ['a1']],
    ])
    assert.match(problemOf('[null].map(({ a }) => a)').message, /Expected an object/)
    assert.match(problemOf('[1].map(([a]) => a)').message, /Expected a list/)
  })

  it('Arrow function parameters shadow scope names and functions', () => {
    check([
      ['[1].map(input => input)', [1]],
      ['[{ PI: 1 }].map(Math => Math.PI)', [1]],
      ['["x"].map(date => date.length)', [1]],
      ['[1].map(x => [2].map(x => x)[0] + x)', [3]],
    ])
  })

  it('Arrow functions cannot be values, be called or be stored', () => {
    for (const expression of [
      'x => x',
      '[x => x]',
      '({ f: x => x })',
      '(x => x)(1)',
      '[1].map(x => y => x)',
      '[1].map(f => f(1))',
      'true ? x => x : 1',
      '`${x => x}`',
    ]) {
      assert.ok(problemOf(expression).message, expression)
    }
  })
})

describe('refused syntax', () => {
  const table: readonly (readonly [source: string, at: string, message: RegExp])[] = [
    ['input.a = 1', 'input.a = 1', /Assignment with `=`/],
    ['input.a += 1', 'input.a += 1', /Assignment/],
    ['input.a++', 'input.a++', /`\+\+` or `--`/],
    ['--input.a', '--input.a', /`\+\+` or `--`/],
    ['this', 'this', /`this`/],
    ['this.constructor', 'this', /`this`|constructor/],
    ['new Date()', 'new', /`new`/],
    ['await input', 'await', /`await`/],
    ['function () {}', 'function', /`function`/],
    ['async function () {}', 'async', /`function`/],
    ['[1].map(async x => x)', 'async', /`async`/],
    ['class {}', 'class', /`class`/],
    ['import("fs")', 'import', /`import`/],
    ['import.meta', 'import', /`import`/],
    ['new.target', 'new', /`new`/],
    ['super.x', 'super', /`super`/],
    ['String.raw`x`', 'String', /tagged template/],
    ['({ get a() { return 1 } })', '(', /getter/],
    ['({ a() { return 1 } })', '(', /inside an object/],
    ['[1].map(x => { return x })', '{', /function body/],
    ['1, 2', '1', /separated by commas/],
    ['input.#a', '#a', /`#`/],
    ['input.a?.()', 'input', /`\?\.\(`/],
  ]

  it('A refused construct is named, with its location and an alternative', () => {
    for (const [source, at, message] of table) {
      const problem = problemOf(source)
      assert.match(problem.message, message, source)
      assert.match(problem.message, /not available/, source)
      assert.ok(problem.suggestion, source)
      assert.ok(problem.position.offset >= 3, source)
      assert.ok(`{{ ${source} }}`.slice(problem.position.offset).startsWith(at) || at === '(', source)
    }
  })

  it('Every statement is refused', () => {
    for (const word of [
      'if',
      'for',
      'while',
      'return',
      'var',
      'let',
      'const',
      'switch',
      'try',
      'throw',
      'do',
    ]) {
      assert.match(problemOf(`${word} (1) 2`).message, new RegExp(`\`${word}\` is not available`))
    }
  })
})
