import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { problemOf, problemOfText } from '#expressions/testing/evaluate.ts'

const input = { email: 'ada@example.com', users: { first: { mail: 1 } }, 'first name': { x: 1 } }

describe('suggestions', () => {
  it('A suggestion names the intended property', () => {
    const table: readonly (readonly [expression: string, suggestion: string])[] = [
      ['input.user.email', 'Did you mean `input.users.email`?'],
      ['input.person.email', 'Did you mean `input.email`?'],
      ['input.users.frist.mail', 'Did you mean `input.users.first.mail`?'],
      ['input.first_name.x', 'Did you mean `input["first name"].x`?'],
      ['input.Email.length', 'Did you mean `input.email.length`?'],
      ['input.emial.trim()', 'Did you mean `input.email.trim`?'],
      ['inptu.email', 'Did you mean `input.email`?'],
      ['Input.email', 'Did you mean `input.email`?'],
      ['variable.x', 'Did you mean `variables.x`?'],
      ['input.email.toUppercase()', 'Did you mean `toUpperCase`?'],
      ['Math.ceiling(1)', 'Did you mean `Math.ceil`?'],
      ['Math.Pi', 'Did you mean `Math.PI`?'],
      ['Object.key({})', 'Did you mean `Object.keys`?'],
      ['parsInt("1")', 'Did you mean `parseInt(…)`?'],
      ['toUpperCase(input.email)', 'Call it on a value: `value.toUpperCase(…)`.'],
      ['now.format("YYYY-MM-DD")', 'Did you mean `yyyy`?'],
      ['now.format("yyyy", "Europe/Berln")', 'Did you mean "Europe/Berlin"?'],
      ['now.plus({ dayz: 1 })', 'Did you mean "days"?'],
    ]
    for (const [expression, suggestion] of table) {
      const actual = problemOf(expression, input).suggestion ?? ''
      assert.ok(actual.startsWith(suggestion), `${expression}: ${actual}`)
    }
  })

  it('An unknown name suggests a property of the input', () => {
    assert.match(problemOf('email').suggestion ?? '', /^Did you mean `input\.email`\?/)
  })

  it('A name from JavaScript or another product suggests the equivalent', () => {
    assert.match(problemOf('Date.now()').suggestion ?? '', /`now`/)
    assert.match(problemOf('$json.a').suggestion ?? '', /`previous`/)
    assert.match(problemOf('Math.random()').suggestion ?? '', /repeatable/)
    assert.match(problemOf('process.env').suggestion ?? '', /`code` node/)
    assert.match(problemOf('[1].push(2)').suggestion ?? '', /\[\.\.\.list, value\]/)
    assert.match(problemOf('now()').suggestion ?? '', /without parentheses/)
  })

  it('A name that exists only in loops is explained', () => {
    assert.match(problemOf('item.name').suggestion ?? '', /for_each/)
  })

  it('A problem names the type of the value on which a function was called', () => {
    const problem = problemOf('input.email.map(x => x)', input)
    assert.match(problem.message, /`input\.email` is a text/)
    assert.equal(problem.excerpt, 'input.email.map(x => x)')
  })

  it('Excerpts and names in problems are short', () => {
    const long = 'x'.repeat(5000)
    const problem = problemOfText(`{{ ${long} }}`)
    assert.ok(problem.excerpt.length <= 80)
    const key = problemOf(`input.a["${long}"]`)
    assert.ok(key.message.length < 400)
  })
})
