import { defaultLimits, type Limits } from './budget-limits.ts'
import type { SourceLocation } from './problem.ts'
import type { Scope } from './scope.ts'
import type { Value } from './values.ts'

const useCodeNode = 'For larger computations, use a `code` node.'

/** The state of one evaluation: its scope, the parameters of its arrow functions and its remaining budget. */
export class Evaluation {
  readonly scope: Scope
  readonly limits: Limits
  /**
   * Values of arrow function parameters. Each parameter in the source has one fixed slot: a function
   * cannot be active twice, because no expression can refer to it by name.
   */
  readonly locals: Value[] = []
  private stepsLeft: number
  private workLeft: number

  constructor(scope: Scope, budget?: Partial<Limits>) {
    this.scope = scope
    this.limits = budget === undefined ? defaultLimits : { ...defaultLimits, ...budget }
    this.stepsLeft = this.limits.steps
    this.workLeft = this.limits.work
  }

  step(location: SourceLocation): void {
    this.stepsLeft -= 1
    if (this.stepsLeft < 0) {
      location.fail(`The expression needs more than ${formatCount(this.limits.steps)} steps.`, useCodeNode)
    }
  }

  /** Charges for `amount` characters or entries that are about to be read or written. */
  work(amount: number, location: SourceLocation): void {
    this.workLeft -= amount
    // Negated, so that NaN fails too.
    if (!(this.workLeft >= 0)) {
      location.fail('The expression processes too much data.', useCodeNode)
    }
  }

  /** Call before creating a text of this length. */
  reserveText(length: number, location: SourceLocation): void {
    if (!(length <= this.limits.text)) {
      location.fail(
        `This text would be longer than ${formatCount(this.limits.text)} characters.`,
        useCodeNode,
      )
    }
    this.work(length, location)
  }

  /** Call before creating a list or an object of this size. */
  reserveList(length: number, location: SourceLocation): void {
    if (!(length <= this.limits.list)) {
      location.fail(`This list would have more than ${formatCount(this.limits.list)} entries.`, useCodeNode)
    }
    this.work(length, location)
  }

  /** Call before creating an object with this many properties, or as many pairs. They cost more than list entries. */
  reserveProperties(count: number, location: SourceLocation): void {
    this.reserveList(count, location)
    this.work(count * 7, location)
  }

  /** Call before appending to a list with `length` entries. Charges only for the new entries. */
  growList(length: number, more: number, location: SourceLocation): void {
    if (!(length + more <= this.limits.list)) this.reserveList(length + more, location)
    this.work(more, location)
  }

  /** Call before appending to a text of `length` characters. Charges only for the new characters. */
  growText(length: number, more: number, location: SourceLocation): void {
    if (!(length + more <= this.limits.text)) this.reserveText(length + more, location)
    this.work(more, location)
  }
}

function formatCount(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}
