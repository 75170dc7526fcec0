import type { RE2JS } from 're2js'

/** The numbers that the library gives to the operations. All from `operation.consume` on read one character. */
export const operation = {
  alternative: 1,
  alternativeMatch: 2,
  capture: 3,
  condition: 4,
  fail: 5,
  match: 6,
  nothing: 7,
  consume: 8,
} as const

/** The bits of a condition: what must be true at a position, such as `^` and `\b`. */
const condition = {
  lineStart: 1,
  lineEnd: 2,
  textStart: 4,
  textEnd: 8,
  wordBoundary: 16,
  noWordBoundary: 32,
} as const

/** What conditions know about the character on one side of a position. */
export type CharacterKind = 0 | 1 | 2 | 3
const otherKind = 0
const lineBreakKind = 1
const wordKind = 2
/** There is no character: the start or the end of the text. */
export const edgeKind = 3

/** The largest number of instructions of a pattern. */
export const maxProgramSize = 5000

/** What a Unicode class such as `\p{L}` weighs: it stands for hundreds of ranges. */
const unicodeClassWeight = 400

/** How much work it is to compile a pattern. An instruction or a character weighs 1. */
export function weightOf(source: string, programSize: number): number {
  const unicodeClasses = source.match(/\\[pP]/g)?.length ?? 0
  return programSize + source.length + unicodeClasses * unicodeClassWeight
}

const lastLatin = 255
const lineBreak = 10

interface LibraryInstruction {
  readonly op: number
  readonly out: number
  readonly arg: number
  readonly runes: Int32Array
  matchRune(codePoint: number): boolean
}

interface LibraryProgram {
  readonly prog: { readonly inst: readonly LibraryInstruction[]; readonly start: number }
  readonly dfa: { readonly classBounds: Int32Array }
  readonly cond: number
  readonly prefix: string
  readonly prefixComplete: boolean
  readonly namedGroups: Readonly<Record<string, number>>
  numberOfCapturingGroups(): number
}

/**
 * A compiled pattern. The library parses and compiles it; the searches of this folder run it, because they are
 * faster, read plain texts and count every step. Instruction 0 always fails.
 */
export class Program {
  readonly operations: Uint8Array
  readonly outs: Int32Array
  readonly args: Int32Array
  readonly start: number
  readonly size: number
  readonly groupCount: number
  readonly groupNames: readonly (readonly [name: string, index: number])[]
  /** The text with which every match starts, and whether it is the whole pattern. */
  readonly prefix: string
  readonly isLiteral: boolean
  /** True if a match can only start at the start of the text. */
  readonly isAnchored: boolean
  /** How many bounds of ranges the instructions have, all together: what it takes to find the classes. */
  readonly rangeCount: number
  private readonly library: LibraryProgram
  private readonly instructions: readonly LibraryInstruction[]
  private readonly conditions: number
  /** Set if the pattern is one character, such as `[aeiou]`, or as many as possible, such as `\\s+`. */
  readonly run: CharacterRun | undefined
  private classBounds: Int32Array | undefined
  private latin: Uint16Array | undefined
  private predecessors: Predecessors | undefined

  constructor(compiled: RE2JS) {
    const library = compiled.re2() as unknown as LibraryProgram
    this.library = library
    this.instructions = library.prog.inst
    this.rangeCount = this.instructions.reduce((sum, { runes }) => sum + runes.length, 0)
    this.size = this.instructions.length
    this.operations = Uint8Array.from(this.instructions, ({ op }) => op)
    this.outs = Int32Array.from(this.instructions, ({ out }) => out)
    this.args = Int32Array.from(this.instructions, ({ arg }) => arg)
    this.start = library.prog.start
    this.groupCount = library.numberOfCapturingGroups()
    this.groupNames = Object.entries(library.namedGroups)
    this.prefix = library.prefix
    this.isLiteral = library.prefixComplete && this.prefix !== ''
    this.isAnchored = library.cond !== -1 && (library.cond & condition.textStart) !== 0
    this.conditions = this.instructions.reduce(
      (all, { op, arg }) => (op === operation.condition ? all | arg : all),
      0,
    )
    this.run = findRun(this)
  }

  get classCount(): number {
    return this.bounds.length + 1
  }

  /** Characters of one class behave alike in every instruction. Class n starts at the code point `bounds[n - 1]`. */
  private get bounds(): Int32Array {
    this.classBounds ??= this.library.dfa.classBounds
    return this.classBounds
  }

  /** Whether an instruction reads the characters of a class. */
  reads(pc: number, characterClass: number): boolean {
    return this.readsCharacter(pc, this.firstOf(characterClass))
  }

  readsCharacter(pc: number, codePoint: number): boolean {
    return this.instructions[pc]?.matchRune(codePoint) ?? false
  }

  classOf(codePoint: number): number {
    let low = 0
    let high = this.bounds.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.bounds[middle] ?? 0) <= codePoint) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The classes of 256 consecutive characters. */
  classesFrom(first: number): Uint16Array {
    const classes = new Uint16Array(lastLatin + 1)
    let current = this.classOf(first)
    for (let index = 0; index <= lastLatin; index += 1) {
      while (current < this.bounds.length && (this.bounds[current] ?? 0) <= first + index) current += 1
      classes[index] = current
    }
    return classes
  }

  get latinClasses(): Uint16Array {
    this.latin ??= this.classesFrom(0)
    return this.latin
  }

  kindOfClass(characterClass: number): CharacterKind {
    return this.kindOf(this.firstOf(characterClass))
  }

  /** Distinguishes only what the conditions of this pattern ask for. */
  kindOf(codePoint: number): CharacterKind {
    if (codePoint === lineBreak && (this.conditions & (condition.lineStart | condition.lineEnd)) !== 0) {
      return lineBreakKind
    }
    const asksForWords = (this.conditions & (condition.wordBoundary | condition.noWordBoundary)) !== 0
    return asksForWords && isWordCharacter(codePoint) ? wordKind : otherKind
  }

  kindBefore(text: string, position: number): CharacterKind {
    if (this.conditions === 0) return otherKind
    return position === 0 ? edgeKind : this.kindOf(text.charCodeAt(position - 1))
  }

  kindAfter(text: string, position: number): CharacterKind {
    if (this.conditions === 0) return otherKind
    return position >= text.length ? edgeKind : this.kindOf(text.charCodeAt(position))
  }

  /** The instructions that lead to each instruction. */
  get leadingTo(): Predecessors {
    this.predecessors ??= findPredecessors(this)
    return this.predecessors
  }

  private firstOf(characterClass: number): number {
    return characterClass === 0 ? 0 : (this.bounds[characterClass - 1] ?? 0)
  }
}

export interface CharacterRun {
  /** 1 for each class of characters that match. */
  readonly accepts: Uint8Array
  readonly isRepeated: boolean
}

function findRun(program: Program): CharacterRun | undefined {
  const { operations, outs, args, start, groupCount } = program
  if (groupCount > 0 || (operations[start] ?? 0) < operation.consume) return undefined
  const next = outs[start] ?? 0
  const isRepeated = operations[next] === operation.alternative && outs[next] === start
  const last = isRepeated ? (args[next] ?? 0) : next
  if (operations[last] !== operation.match) return undefined
  const accepts = Uint8Array.from({ length: program.classCount }, (_, index) =>
    program.reads(start, index) ? 1 : 0,
  )
  return { accepts, isRepeated }
}

/** The conditions that hold between two characters. */
export function conditionsBetween(before: CharacterKind, after: CharacterKind): number {
  let holds =
    (before === wordKind) === (after === wordKind) ? condition.noWordBoundary : condition.wordBoundary
  if (before === edgeKind) holds |= condition.textStart | condition.lineStart
  else if (before === lineBreakKind) holds |= condition.lineStart
  if (after === edgeKind) holds |= condition.textEnd | condition.lineEnd
  else if (after === lineBreakKind) holds |= condition.lineEnd
  return holds
}

function isWordCharacter(codePoint: number): boolean {
  return (
    (codePoint >= 97 && codePoint <= 122) ||
    (codePoint >= 65 && codePoint <= 90) ||
    (codePoint >= 48 && codePoint <= 57) ||
    codePoint === 95
  )
}

/** The predecessors of instruction `pc` are `sources[offsets[pc]]` to `sources[offsets[pc + 1] - 1]`. */
export interface Predecessors {
  readonly offsets: Int32Array
  readonly sources: Int32Array
}

function findPredecessors(program: Program): Predecessors {
  const edges: (readonly [from: number, to: number])[] = []
  for (let pc = 1; pc < program.size; pc += 1) {
    const kind = program.operations[pc] ?? 0
    if (kind === operation.match || kind === operation.fail) continue
    edges.push([pc, program.outs[pc] ?? 0])
    if (isAlternative(kind)) edges.push([pc, program.args[pc] ?? 0])
  }
  const offsets = new Int32Array(program.size + 1)
  for (const [, to] of edges) offsets[to + 1] = (offsets[to + 1] ?? 0) + 1
  for (let pc = 0; pc < program.size; pc += 1) offsets[pc + 1] = (offsets[pc + 1] ?? 0) + (offsets[pc] ?? 0)
  const next = offsets.slice()
  const sources = new Int32Array(edges.length)
  for (const [from, to] of edges) {
    const at = next[to] ?? 0
    sources[at] = from
    next[to] = at + 1
  }
  return { offsets, sources }
}

export function isAlternative(kind: number): boolean {
  return kind === operation.alternative || kind === operation.alternativeMatch
}

/**
 * `(…){500}` compiles to 500 copies, and nested repetitions multiply. This estimate from the source avoids
 * compiling a program that would be refused for its size anyway.
 */
export function isTooRepetitive(pattern: string): boolean {
  const counts = [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)]
    .map((match) => Math.max(Number(match[1]), Number(match[2] ?? 0)))
    .sort((a, b) => b - a)
  const product = (counts[0] ?? 1) * Math.max(1, counts[1] ?? 1)
  return pattern.length * Math.min(product, 1000) > 100_000
}
