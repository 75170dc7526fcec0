import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { isResult, type JournalEntry, type JsonObject, type JsonValue, writeJson } from '#domain/index.ts'
import { outlineOfPage, outlineOfSteps } from './journal-outline.ts'
import { pageFromText, pageToText, stepsFromText, stepsToText } from './journal-text.ts'

/** Values that are large enough to be referred to, and one that is not. */
const LARGE: readonly JsonValue[] = [
  'text '.repeat(60),
  'ä "\\\u2028'.repeat(60),
  { list: Array.from({ length: 100 }, (_, n) => ({ n, name: `item ${n}` })) },
  Array.from({ length: 200 }, (_, n) => `row ${n}`),
  Array.from({ length: 3 }, () => 'long '.repeat(100)),
  'short',
]
const KEYS = ['a', 'b', '0', '__proto__', 'constructor', 'a"b']

const members = fc.dictionary(fc.constantFrom(...KEYS), fc.constantFrom(...LARGE, 1, null, []), {
  noNullPrototype: true,
})

/** How an output is made of what was there before: `n` chooses an earlier value. */
const recipe = fc.record({
  kind: fc.constantFrom('new', 'same', 'member', 'merged', 'wrapped', 'list'),
  n: fc.nat(),
  fresh: members,
})

function outputOf(
  { kind, n, fresh }: { kind: string; n: number; fresh: JsonObject },
  before: readonly JsonValue[],
): JsonValue {
  const earlier = before[n % before.length] ?? null
  switch (kind) {
    case 'same':
      return earlier
    case 'member':
      return Object.values(Object(earlier) as JsonObject)[0] ?? earlier
    case 'merged':
      return Object.fromEntries([...Object.entries(Object(earlier) as JsonObject), ...Object.entries(fresh)])
    case 'wrapped':
      return { ...fresh, whole: earlier }
    case 'list':
      return [...before]
    default:
      return fresh
  }
}

const begun: JournalEntry = { nodeId: 'begun', status: 'begun', attempt: 1, startedAt: 5 }

const journals = fc.tuple(members, fc.array(fc.option(recipe), { maxLength: 7 })).map(([input, recipes]) => {
  const values: JsonValue[] = [input]
  const entries = recipes.map((chosen, index): JournalEntry => {
    if (chosen === null) return begun
    const output = outputOf(chosen, values)
    values.push(output)
    return {
      nodeId: `n${index}`,
      status: 'completed',
      handle: 'main',
      output,
      error: null,
      attempts: 1,
      startedAt: 1,
      endedAt: 1,
    }
  })
  return { input, entries }
})

const payload = 'x'.repeat(100_000)
const passedOn = (n: number, output: JsonValue): JournalEntry => ({
  nodeId: `n${n}`,
  status: 'completed',
  handle: 'main',
  output,
  error: null,
  attempts: 1,
  startedAt: 1,
  endedAt: 1,
})

describe('references of the journal', () => {
  it('Journals that share values read back exactly as written, including the order of keys', () => {
    fc.assert(
      fc.property(journals, ({ input, entries }) => {
        const plain = JSON.stringify(entries)
        const readInput = JSON.parse(JSON.stringify(input)) as JsonObject
        assert.equal(JSON.stringify(stepsFromText(stepsToText(entries, input), readInput)), plain)
        assert.equal(
          JSON.stringify(stepsFromText(stepsToText(entries), undefined)),
          plain,
          'without the input',
        )
        const journal = pageFromText(pageToText(stepsToText(entries, input), '[]'), readInput)
        assert.equal(JSON.stringify(journal.steps), plain)
      }),
    )
  })

  it('Outlines have the same outputs', async () => {
    await fc.assert(
      fc.asyncProperty(journals, async ({ input, entries }) => {
        const outputs = entries.filter(isResult).map(({ output }) => JSON.stringify(output))
        const text = JSON.stringify(input)
        const steps = await outlineOfSteps(stepsToText(entries, input), text)
        assert.deepEqual(
          steps.filter(isResult).map(({ output }) => writeJson(output)),
          outputs,
        )
        const journal = await outlineOfPage(pageToText(stepsToText(entries, input), '[]'), text)
        assert.deepEqual(
          journal.steps.filter(isResult).map(({ output }) => writeJson(output)),
          outputs,
        )
      }),
      { numRuns: 50 },
    )
  })

  it('A value that the input has is not written again', () => {
    const input = { text: payload, name: 'Ada' }
    const text = stepsToText(
      [
        passedOn(0, input),
        passedOn(1, { text: input.text }),
        passedOn(2, { ...input, n: 1 }),
        passedOn(3, [input.text, { n: 2 }]),
        passedOn(4, input.text),
      ],
      input,
    )
    assert.ok(text.length < 1000, text.slice(0, 1000))
    assert.match(text, /"refs":\[\[null,-1\]\]/)
    assert.match(text, /"refs":\[\["text",-1,"text"\]\]/)
  })

  it('A value that only an output has is written once', () => {
    const response = { status: 200, body: { text: payload, rows: [payload.slice(1)] } }
    const text = stepsToText(
      [
        passedOn(0, response),
        begun,
        passedOn(1, { body: response.body }),
        passedOn(2, { ...response.body, n: 1 }),
      ],
      {},
    )
    assert.ok(text.length < 2 * payload.length + 1000, `${text.length}`)
    assert.match(text, /"refs":\[\["body",0,"body"\]\]/)
    assert.match(text, /"refs":\[\["text",0,"body","text"\],\["rows",0,"body","rows"\]\]/)
  })

  it('Small outputs are written in full', () => {
    const input = { text: 'small' }
    assert.ok(!stepsToText([passedOn(0, { text: input.text })], input).includes('refs'))
  })

  it('A list of many values is one value', () => {
    const input = { items: Array.from({ length: 10_000 }, (_, n) => ({ n, text: 'some text' })) }
    const changed = { ...input, n: 1 }
    const text = stepsToText([passedOn(0, changed), passedOn(1, { items: [...input.items] })], input)
    assert.match(text, /"refs":\[\["items",-1,"items"\]\]/)
    assert.equal(
      text.split('some text').length - 1,
      10_000,
      'the copied list is written, the shared one is not',
    )
  })
})
