import { findText, searchPrice as priceOfText } from './find-text.ts'
import { BackwardAutomaton } from './backward-automaton.ts'
import { Backtracker } from './backtracker.ts'
import { ForwardAutomaton } from './forward-automaton.ts'
import type { CharacterRun, Program } from './program.ts'
import { deadState, type Meter } from './state-table.ts'

/** The largest number of instructions times positions for which trying alternatives beats building automata. */
const defaultShortSearch = 8192

/**
 * Charged for one character that an automaton reads, for the classes of 256 characters, for one bound
 * of a range of characters, and for one search.
 */
const characterPrice = 3
const pagePrice = 256
const rangePrice = 4
const searchPrice = 40
const charactersPerCharge = 4096

/** A native search for one character reads this many characters at the price of one. */
const nativeCharacters = 8

/** A match. The positions of its groups are known only if the search met them. */
export interface Found {
  readonly start: number
  readonly end: number
  readonly positions: Int32Array | undefined
}

/**
 * Runs one pattern, in linear time for each match. A machine serves one evaluation, so that what is charged does
 * not depend on earlier ones.
 */
export class PatternMachine implements Meter {
  charge: Meter['charge'] = () => {}
  readonly program: Program
  private readonly shortSearch: number
  private forward: ForwardAutomaton | undefined
  private backward: BackwardAutomaton | undefined
  private whole: ForwardAutomaton | undefined
  private backtracker: Backtracker | undefined
  private readonly pages: (Uint16Array | undefined)[] = []
  private hasClasses = false

  constructor(program: Program, shortSearch = defaultShortSearch) {
    this.program = program
    this.shortSearch = shortSearch
  }

  /** The first match at or after a position. */
  find(text: string, from: number): Found | undefined {
    const { program } = this
    this.charge(searchPrice)
    if (program.isAnchored && from > 0) return undefined
    const first = this.skipToPrefix(text, from)
    if (first === -1) return undefined
    if (program.isLiteral && program.groupCount === 0) {
      return { start: first, end: first + program.prefix.length, positions: undefined }
    }
    if (program.run !== undefined) return this.findRun(text, first, program.run)
    if (this.isShort(text, first)) return this.findShort(text, first)
    const end = this.scan(text, first, this.forwardAutomaton())
    if (end === -1) return undefined
    return { start: program.isAnchored ? first : this.scanBack(text, first, end), end, positions: undefined }
  }

  /** Whether there is a match. Faster than `find`, because it does not matter where the match is. */
  test(text: string): boolean {
    if (this.program.isLiteral || this.isShort(text, 0)) return this.find(text, 0) !== undefined
    this.charge(searchPrice)
    const from = this.skipToPrefix(text, 0)
    return from !== -1 && this.scan(text, from, this.forwardAutomaton(), true) !== -1
  }

  /** Whether the pattern matches the text as a whole. */
  matchesWhole(text: string): boolean {
    this.charge(searchPrice)
    if (this.isShort(text, 0)) return this.findPositions(text, 0, text.length) !== undefined
    this.chargeClasses()
    this.whole ??= new ForwardAutomaton(this.program, this, true)
    return this.scan(text, 0, this.whole) === text.length
  }

  /** The positions of a match and its groups: the start and the end of each, or -1. */
  findPositions(text: string, start: number, end: number): Int32Array | undefined {
    const backtracker = this.preferences()
    backtracker.prepare(start, end)
    return backtracker.match(text, start, end)
  }

  /** Every match starts with the literal prefix, which the host finds faster. */
  private skipToPrefix(text: string, from: number): number {
    const { prefix } = this.program
    if (prefix === '') return from
    const found = findText(text, prefix, from)
    const read = (found === -1 ? text.length : found) - from
    // One character is found fastest. More can nearly occur everywhere in the text.
    this.charge(prefix.length === 1 ? read / nativeCharacters : read * priceOfText(prefix))
    return found
  }

  private isShort(text: string, from: number): boolean {
    // Automata that exist are faster.
    return this.forward === undefined && this.program.size * (text.length - from + 1) <= this.shortSearch
  }

  private findShort(text: string, from: number): Found | undefined {
    const backtracker = this.preferences()
    backtracker.prepare(from, text.length)
    for (let start = from; start <= text.length; start += 1) {
      const positions = backtracker.match(text, start)
      if (positions !== undefined) return { start, end: positions[1] ?? start, positions }
      if (this.program.isAnchored) return undefined
      if (isPairAt(text, start)) start += 1
    }
    return undefined
  }

  /** The next characters that match, without an automaton. */
  private findRun(text: string, from: number, { accepts, isRepeated }: CharacterRun): Found | undefined {
    let start = -1
    let position = from
    let charged = from
    while (position < text.length) {
      if (position - charged >= charactersPerCharge) {
        this.charge((position - charged) * characterPrice)
        charged = position
      }
      const isPair = isPairAt(text, position)
      const isAccepted = accepts[this.classAt(text, position, isPair)] === 1
      if (start === -1 && isAccepted) start = position
      if (start !== -1 && !(isAccepted && (isRepeated || start === position))) break
      position += isPair ? 2 : 1
    }
    this.charge((position - charged + 1) * characterPrice)
    return start === -1 ? undefined : { start, end: position, positions: undefined }
  }

  private classAt(text: string, position: number, isPair: boolean): number {
    if (isPair) return this.program.classOf(text.codePointAt(position) ?? 0)
    const code = text.charCodeAt(position)
    return (this.pages[code >> 8] ?? this.loadPage(code >> 8))[code & 255] ?? 0
  }

  private preferences(): Backtracker {
    this.backtracker ??= new Backtracker(this.program, this)
    return this.backtracker
  }

  private forwardAutomaton(): ForwardAutomaton {
    this.chargeClasses()
    this.forward ??= new ForwardAutomaton(this.program, this, false)
    return this.forward
  }

  /** The end of the preferred match at or after `from`, or -1; with `any`, the end of any match. */
  private scan(text: string, from: number, automaton: ForwardAutomaton, any = false): number {
    const { program } = this
    const { table } = automaton
    const { stride } = table
    const latin = program.latinClasses
    let state = automaton.start(program.kindBefore(text, from))
    let { transitions } = table
    let end = -1
    let position = from
    let charged = from
    for (;;) {
      if (position - charged >= charactersPerCharge) {
        this.charge((position - charged) * characterPrice)
        charged = position
      }
      let width = 1
      let characterClass = program.classCount
      if (position < text.length) {
        const code = text.charCodeAt(position)
        if (code < 256) characterClass = latin[code] ?? 0
        else {
          // It takes twice as long as a Latin character.
          charged -= 1
          const isPair = isPairAt(text, position)
          if (isPair) width = 2
          characterClass = this.classAt(text, position, isPair)
        }
      }
      let transition = transitions[state * stride + characterClass] ?? -1
      if (transition < 0) {
        transition = automaton.step(state, characterClass)
        transitions = table.transitions
      }
      if ((transition & 1) !== 0) end = position
      state = transition >> 1
      // The end of the text leads there, too.
      if (state === deadState || (any && end !== -1)) {
        this.charge((position - charged + 1) * characterPrice)
        return end
      }
      position += width
    }
  }

  /** The first start, not before `from`, of the match that ends at `end`. */
  private scanBack(text: string, from: number, end: number): number {
    const { program } = this
    this.backward ??= new BackwardAutomaton(program, this)
    const automaton = this.backward
    const { table } = automaton
    const { stride } = table
    let state = automaton.start(program.kindAfter(text, end))
    let { transitions } = table
    let start = end
    let position = end
    let charged = end
    while (position >= from) {
      if (charged - position >= charactersPerCharge) {
        this.charge((charged - position) * characterPrice)
        charged = position
      }
      let width = 1
      let characterClass = program.classCount
      if (position > 0) {
        const isPair = position > 1 && isPairAt(text, position - 2)
        if (isPair) width = 2
        characterClass = this.classAt(text, position - width, isPair)
      }
      let transition = transitions[state * stride + characterClass] ?? -1
      if (transition < 0) {
        transition = automaton.step(state, characterClass)
        transitions = table.transitions
      }
      if ((transition & 1) !== 0) start = position
      state = transition >> 1
      if (state === deadState) break
      position -= width
    }
    this.charge((charged - position + 1) * characterPrice)
    return start
  }

  /** Automata need the classes of characters, which take long to find for many large ranges. */
  private chargeClasses(): void {
    if (this.hasClasses) return
    this.hasClasses = true
    this.charge(this.program.rangeCount * rangePrice)
  }

  private loadPage(number: number): Uint16Array {
    this.charge(pagePrice)
    const page = this.program.classesFrom(number << 8)
    this.pages[number] = page
    return page
  }
}

/** Whether two code units at the position encode one character. */
function isPairAt(text: string, position: number): boolean {
  const high = text.charCodeAt(position)
  if (high < 0xd800 || high > 0xdbff) return false
  const low = text.charCodeAt(position + 1)
  return low >= 0xdc00 && low <= 0xdfff
}
