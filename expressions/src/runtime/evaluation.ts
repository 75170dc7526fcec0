import { PatternMachine } from '#expressions/patterns/pattern-machine.ts'
import type { Program } from '#expressions/patterns/program.ts'
import { defaultLimits, type Limits } from './budget-limits.ts'
import type { SourceLocation } from './problem.ts'
import type { Scope } from './scope.ts'
import { isList, isPlainObject, type Argument, type Value } from './values.ts'

const useCodeNode = 'Use a `code` node, or work on smaller parts, for example in a `for_each`.'

const hostObjectPrice = 50_000

/** Charged for each entry of a list that is read or written, and for each property on top of that. */
const entryPrice = 4
const propertyPrice = 90

/** Copying a text as a whole: so many characters at the price of one. Shorter texts are copied in no time. */
const copiedCharacters = 4
const longJoined = 1024

/** Where in the source a function is called. */
interface NamedLocation {
  readonly name: string
  readonly location: SourceLocation
}

/** The state of one evaluation: its scope, the parameters of its arrow functions and its remaining budget. */
export class Evaluation {
  readonly scope: Scope
  readonly limits: Limits
  /**
   * Values of arrow function parameters. Each parameter in the source has one fixed slot: a function
   * cannot be active twice, because no expression can refer to it by name.
   */
  readonly locals: Value[] = []
  private readonly machines = new Map<Program, PatternMachine>()
  private readonly hostObjects = new Set<string>()
  /** Large lists and objects that are plain data, and how deep they were in the value in which they were found to be. */
  private readonly plainData = new Map<object, number>()
  /**
   * The lengths of long texts that were joined and not read since, and how many there are of each. The engine copies such
   * a text when it is first read, which takes time and memory. It does not tell which texts these are, so that the first
   * reads of texts of that length count for them.
   */
  private readonly joined = new Map<number, number>()
  private site: NamedLocation | undefined
  private subject: Argument
  private stepsLeft: number
  private workLeft: number

  constructor(scope: Scope, budget?: Partial<Limits>) {
    this.scope = scope
    this.limits = budget === undefined ? defaultLimits : { ...defaultLimits, ...budget }
    this.stepsLeft = this.limits.steps
    this.workLeft = this.limits.work
  }

  /** What has been charged so far. */
  get spent(): number {
    return this.limits.work - this.workLeft
  }

  /** The machine of a pattern, which keeps what it has learned about the pattern for the next text. */
  machineOf(program: Program): PatternMachine {
    let machine = this.machines.get(program)
    if (machine === undefined) {
      machine = new PatternMachine(program)
      this.machines.set(program, machine)
    }
    return machine
  }

  isKnownPlain(value: object, depth: number): boolean {
    return depth <= (this.plainData.get(value) ?? -1)
  }

  addPlain(value: object, depth: number): void {
    this.plainData.set(value, Math.max(depth, this.plainData.get(value) ?? 0))
  }

  /** Call before a function of the tables, so that an error can say what it worked on. */
  enter(site: NamedLocation, subject: Argument): void {
    this.site = site
    this.subject = subject
  }

  step(location: SourceLocation): void {
    this.stepsLeft -= 1
    if (this.stepsLeft < 0) {
      location.fail(
        `The expression needs more than ${formatCount(this.limits.steps)} steps, which is too expensive.`,
        useCodeNode,
      )
    }
  }

  /** Charges for entries of a list that are about to be read or written. */
  visit(entries: number, location: SourceLocation): void {
    this.work(entries * entryPrice, location)
  }

  /** Charges for work. A unit is about what it takes to copy a character. */
  work(amount: number, location: SourceLocation): void {
    this.workLeft -= amount
    // Negated, so that NaN fails too.
    if (!(this.workLeft >= 0)) {
      location.fail(`${this.describeCall(location)} is too expensive for one expression.`, useCodeNode)
    }
  }

  /** Call after joining two texts without a charge for all characters. */
  addJoined(length: number): void {
    if (length >= longJoined) this.joined.set(length, (this.joined.get(length) ?? 0) + 1)
  }

  /** Call before reading a part of a text without a charge for all characters. */
  readPart({ length }: string, location: SourceLocation): void {
    if (length < longJoined) return
    const count = this.joined.get(length)
    if (count === undefined) return
    if (count === 1) this.joined.delete(length)
    else this.joined.set(length, count - 1)
    this.work(length / copiedCharacters, location)
  }

  /**
   * Charges for an object of the host that is slow to create, such as a formatter. Only its first use in the
   * evaluation is charged, whether or not an earlier evaluation has created it.
   */
  useHostObject(key: string, location: SourceLocation): void {
    if (this.hostObjects.has(key)) return
    this.hostObjects.add(key)
    this.work(hostObjectPrice, location)
  }

  private describeCall(location: SourceLocation): string {
    // A function inside the call can have been entered in the meantime.
    if (this.site?.location !== location) return `\`${location.source}\``
    return `\`${this.site.name}\`${describeSize(this.subject)}`
  }

  /** Call before creating a text of this length. */
  reserveText(length: number, location: SourceLocation): void {
    if (!(length <= this.limits.text)) {
      location.fail(
        `${this.describeCall(location)} would create a text that is longer than ${formatCount(this.limits.text)} characters.`,
        useCodeNode,
      )
    }
    this.work(length, location)
  }

  /** Call before creating a list or an object of this size. */
  reserveList(length: number, location: SourceLocation): void {
    if (!(length <= this.limits.list)) {
      location.fail(
        `${this.describeCall(location)} would create more than ${formatCount(this.limits.list)} entries.`,
        useCodeNode,
      )
    }
    this.visit(length, location)
  }

  /** Call before creating an object with this many properties, or as many pairs. They cost more than list entries. */
  reserveProperties(count: number, location: SourceLocation): void {
    this.reserveList(count, location)
    this.work(count * propertyPrice, location)
  }

  /** Call before appending to a list with `length` entries. Charges only for the new entries. */
  growList(length: number, more: number, location: SourceLocation): void {
    if (!(length + more <= this.limits.list)) this.reserveList(length + more, location)
    this.visit(more, location)
  }

  /** Call before appending to a text of `length` characters. Charges only for the new characters. */
  growText(length: number, more: number, location: SourceLocation): void {
    if (!(length + more <= this.limits.text)) this.reserveText(length + more, location)
    this.work(more, location)
  }
}

function describeSize(value: Argument): string {
  if (typeof value === 'string') return ` on a text of ${formatCount(value.length)} characters`
  if (isList(value)) return ` on a list of ${formatCount(value.length)} entries`
  if (isPlainObject(value)) return ` on an object with ${formatCount(Object.keys(value).length)} properties`
  return ''
}

function formatCount(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}
