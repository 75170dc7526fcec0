import { RE2JS, RE2JSException } from 're2js'
import { defaultLimits } from './runtime/budget-limits.ts'
import { PatternMachine } from './patterns/pattern-machine.ts'
import { isTooRepetitive, maxProgramSize, Program, weightOf } from './patterns/program.ts'

/** The total weight of the patterns that one check can compile. */
const maxTotalWeight = 60_000

/** The weight of the compiled patterns that are kept for later checks. */
const maxKeptWeight = 300_000

interface CompiledPattern {
  readonly program: Program
  readonly weight: number
}

const kept = new Map<string, CompiledPattern>()
let keptWeight = 0

/** A pattern that cannot be used. The message completes a sentence about it. */
class PatternProblem extends Error {
  override readonly name = 'PatternProblem'
}

/**
 * Matches texts with patterns in RE2 syntax that a user wrote. All matches of one check share a budget, so that no
 * number of patterns, and no length of the texts, takes longer than one expression can.
 */
export class PatternCheck {
  private readonly machines = new Map<string, PatternMachine>()
  private weight = 0
  private workLeft: number

  constructor(work = defaultLimits.work) {
    this.workLeft = work
  }

  /** Why a pattern cannot be used: it is invalid, or all patterns of the check are too large together. */
  findProblem(source: string): string | undefined {
    const compiled = tryWith(() => this.machineOf(source))
    return compiled instanceof PatternProblem ? compiled.message : undefined
  }

  /** Whether the pattern matches the text as a whole, or why that cannot be found out. */
  compare(source: string, text: string): 'match' | 'mismatch' | { readonly problem: string } {
    const matches = tryWith(() => this.machineOf(source).matchesWhole(text))
    if (matches instanceof PatternProblem) return { problem: matches.message }
    return matches ? 'match' : 'mismatch'
  }

  private machineOf(source: string): PatternMachine {
    let machine = this.machines.get(source)
    if (machine === undefined) {
      if (this.weight > maxTotalWeight) throw new PatternProblem('all patterns are too large together')
      const { program, weight } = compilePattern(source)
      this.weight += weight
      if (this.weight > maxTotalWeight) throw new PatternProblem('all patterns are too large together')
      machine = new PatternMachine(program)
      machine.charge = (amount) => this.charge(amount)
      this.machines.set(source, machine)
    }
    return machine
  }

  private charge(amount: number): void {
    this.workLeft -= amount
    if (!(this.workLeft >= 0)) throw new PatternProblem('the texts are too long for their patterns')
  }
}

function tryWith<Result>(run: () => Result): Result | PatternProblem {
  try {
    return run()
  } catch (error) {
    if (error instanceof PatternProblem) return error
    throw error
  }
}

function compilePattern(source: string): CompiledPattern {
  const known = kept.get(source)
  if (known !== undefined) return known
  if (isTooRepetitive(source)) throw new PatternProblem('it is too large')
  let compiled: RE2JS
  try {
    compiled = RE2JS.compile(source)
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    throw new PatternProblem(error.message)
  }
  if (compiled.programSize() > maxProgramSize) throw new PatternProblem('it is too large')
  const pattern = { program: new Program(compiled), weight: weightOf(source, compiled.programSize()) }
  if (keptWeight + pattern.weight > maxKeptWeight) {
    kept.clear()
    keptWeight = 0
  }
  kept.set(source, pattern)
  keptWeight += pattern.weight
  return pattern
}
