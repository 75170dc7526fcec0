import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { RE2JS } from 're2js'
import { Matcher } from './matcher.ts'
import { PatternMachine } from './pattern-machine.ts'
import { Program } from './program.ts'

/** Never builds automata, or always. */
const strategies = [Infinity, 0]

const characters = [
  'a',
  'b',
  'A',
  '_',
  '1',
  ' ',
  '\n',
  '-',
  'é',
  'ſ',
  'k',
  '\u212a',
  '😀',
  '\ud83d',
  '\ude00',
]
const atoms =
  'a b k _ - . é 😀 [ab] [^a] [a-z0-9] [^\\n] [é-😀] \\w \\W \\d \\s \\S \\b \\B ^ $ \\A \\z (?:) \\p{L} (?i:k) (?s:.)'.split(
    ' ',
  )
const repetitions = ['', '', '', '*', '+', '?', '*?', '+?', '??', '{2}', '{1,3}', '{2,}', '{0,2}?']

const pattern = fc.letrec<{ pattern: string; sequence: string; atom: string }>((tie) => ({
  pattern: fc.array(tie('sequence'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('|')),
  sequence: fc.array(tie('atom'), { maxLength: 4 }).map((parts) => parts.join('')),
  atom: fc
    .tuple(
      fc.oneof(
        { maxDepth: 2, depthIdentifier: 'pattern' },
        fc.constantFrom(...atoms),
        tie('pattern').map((inner) => `(${inner})`),
        tie('pattern').map((inner) => `(?:${inner})`),
      ),
      fc.constantFrom(...repetitions),
    )
    .map(([atom, repetition]) => (/^(\^|\$|\\[bBAz])$/.test(atom) ? atom : atom + repetition)),
})).pattern

const text = fc.array(fc.constantFrom(...characters), { maxLength: 30 }).map((parts) => parts.join(''))
const flags = fc.constantFrom(0, RE2JS.CASE_INSENSITIVE, RE2JS.MULTILINE, RE2JS.DOTALL | RE2JS.MULTILINE)

type Occurrence = readonly [start: number, end: number, ...groups: (string | undefined)[]]

function findWithLibrary(compiled: RE2JS, subject: string): Occurrence[] {
  const matcher = compiled.matcher(subject)
  const all: Occurrence[] = []
  while (matcher.find()) {
    const groups = Array.from({ length: matcher.groupCount() }, (_, index) => matcher.group(index + 1))
    all.push([matcher.start(), matcher.end(), ...groups.map((group) => group ?? undefined)])
  }
  return all
}

function findAll(machine: PatternMachine, subject: string): Occurrence[] {
  const matcher = new Matcher(machine, subject, () => {})
  const all: Occurrence[] = []
  while (matcher.find()) all.push([matcher.start, matcher.end, ...matcher.groups().slice(1)])
  return all
}

function compile(source: string, mode: number): RE2JS | undefined {
  try {
    return RE2JS.compile(source, mode)
  } catch {
    return undefined
  }
}

describe('pattern searches', () => {
  it('Every search finds what the library finds', () => {
    fc.assert(
      fc.property(pattern, flags, text, (source, mode, subject) => {
        const compiled = compile(source, mode)
        fc.pre(compiled !== undefined)
        const expected = findWithLibrary(compiled, subject)
        const isWhole = compiled.matcher(subject).matches()
        const program = new Program(compiled)
        for (const shortSearch of strategies) {
          const machine = new PatternMachine(program, shortSearch)
          assert.deepEqual(findAll(machine, subject), expected, `shortSearch ${shortSearch}`)
          // Once more, with the automata that exist by now.
          assert.deepEqual(findAll(machine, subject), expected)
          assert.equal(new Matcher(machine, subject, () => {}).test(), expected.length > 0)
          assert.equal(machine.matchesWhole(subject), isWhole)
        }
      }),
      { numRuns: 1000 },
    )
  })
})
