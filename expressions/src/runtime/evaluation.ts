import { defaultLimits, type Limits } from './budget-limits.ts'
import type { SourceLocation } from './problem.ts'
import type { Scope } from './scope.ts'
import type { Value } from './values.ts'

const instead = 'Use a `code` node for larger work.'

/** One evaluation: the data it sees, the parameters of its arrow functions, and what it may still use. */
export class Evaluation {
  readonly scope: Scope
  readonly limits: Limits
  /**
   * Values of arrow function parameters. Each parameter of the source owns one slot for good: a
   * function cannot be active twice, because nothing can name it.
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
      location.fail(`The expression takes more than ${count(this.limits.steps)} steps.`, instead)
    }
  }

  /** Pays for `amount` characters or entries that are about to be read or written. */
  work(amount: number, location: SourceLocation): void {
    this.workLeft -= amount
    // Written so that NaN fails too.
    if (!(this.workLeft >= 0)) {
      location.fail('The expression handles too much data.', instead)
    }
  }

  /** Call before making a text of this length. */
  reserveText(length: number, location: SourceLocation): void {
    if (!(length <= this.limits.text)) {
      location.fail(`This text would be longer than ${count(this.limits.text)} characters.`, instead)
    }
    this.work(length, location)
  }

  /** Call before making a list or an object of this size. */
  reserveList(length: number, location: SourceLocation): void {
    if (!(length <= this.limits.list)) {
      location.fail(`This list would have more than ${count(this.limits.list)} entries.`, instead)
    }
    this.work(length, location)
  }

  /** Call before making an object of this many properties, or as many pairs: they weigh more than entries of a list. */
  reserveProperties(count: number, location: SourceLocation): void {
    this.reserveList(count, location)
    this.work(count * 7, location)
  }

  /** Call before adding to a list that has `length` entries; pays for the new ones only. */
  growList(length: number, more: number, location: SourceLocation): void {
    if (!(length + more <= this.limits.list)) this.reserveList(length + more, location)
    this.work(more, location)
  }

  /** Call before adding to a text of `length` characters; pays for the new ones only. */
  growText(length: number, more: number, location: SourceLocation): void {
    if (!(length + more <= this.limits.text)) this.reserveText(length + more, location)
    this.work(more, location)
  }
}

function count(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}
