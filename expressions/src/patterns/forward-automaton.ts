import {
  conditionsBetween,
  edgeKind,
  isAlternative,
  operation,
  type CharacterKind,
  type Program,
} from './program.ts'
import { deadState, InstructionSet, instructionPrice, StateTable, type Meter } from './state-table.ts'

interface ForwardState {
  readonly key: string
  /** Where the searches continue, the preferred one first. */
  readonly roots: readonly number[]
  /** The character before. */
  readonly before: CharacterKind
  /** True while a match can still start here. */
  readonly seeking: boolean
}

/**
 * Reads a text from left to right and finds where the preferred match ends. `whole` finds whether the pattern
 * matches the text as a whole instead.
 */
export class ForwardAutomaton {
  readonly table: StateTable<ForwardState>
  private readonly program: Program
  private readonly meter: Meter
  private starts: number[] = []
  private generation = 0
  private readonly whole: boolean
  private readonly visited: InstructionSet
  private readonly queued: InstructionSet
  private readonly pending: number[] = []

  constructor(program: Program, meter: Meter, whole: boolean) {
    this.program = program
    this.meter = meter
    this.whole = whole
    this.table = new StateTable(program, meter)
    this.visited = new InstructionSet(program.size)
    this.queued = new InstructionSet(program.size)
  }

  start(before: CharacterKind): number {
    const known = this.generation === this.table.generation ? this.starts[before] : undefined
    if (known !== undefined) return known
    const seeking = !this.whole && !this.program.isAnchored
    const id = this.table.add(makeState([this.program.start], before, seeking))
    if (this.generation !== this.table.generation) this.starts = []
    this.generation = this.table.generation
    this.starts[before] = id
    return id
  }

  /** Computes a transition. The class after the last one stands for the end of the text. */
  step(id: number, characterClass: number): number {
    const { program, queued } = this
    const state = this.table.state(id)
    const isEnd = characterClass === program.classCount
    const after = isEnd ? edgeKind : program.kindOfClass(characterClass)
    const holds = conditionsBetween(state.before, after)
    const next: number[] = []
    let seeking = state.seeking
    let matched = false
    this.visited.clear()
    queued.clear()
    for (const root of state.roots) {
      if (!this.follow(root, holds, characterClass, next)) continue
      matched = true
      // What comes after a match is less preferred than the match.
      if (this.whole) continue
      seeking = false
      break
    }
    if (seeking && queued.add(program.start)) next.push(program.start)
    let target = deadState
    if (!isEnd && next.length > 0) target = this.table.add(makeState(next, after, seeking))
    const transition = target * 2 + (matched ? 1 : 0)
    this.table.connect(state, characterClass, transition)
    return transition
  }

  /** Adds where to continue after one more character. True if the pattern matches before that character. */
  private follow(root: number, holds: number, characterClass: number, next: number[]): boolean {
    const { program, pending, visited } = this
    const { operations, outs, args } = program
    let matched = false
    let visits = 0
    pending.push(root)
    while (pending.length > 0) {
      const pc = pending.pop() ?? 0
      if (!visited.add(pc)) continue
      visits += 1
      const kind = operations[pc] ?? 0
      const out = outs[pc] ?? 0
      if (kind >= operation.consume) {
        const reads = characterClass < program.classCount && program.reads(pc, characterClass)
        if (reads && this.queued.add(out)) next.push(out)
      } else if (isAlternative(kind)) {
        // The last one pushed is visited first.
        pending.push(args[pc] ?? 0, out)
      } else if (kind === operation.match) {
        matched = true
        if (!this.whole) pending.length = 0
      } else if (kind === operation.condition) {
        if (((args[pc] ?? 0) & ~holds) === 0) pending.push(out)
      } else if (kind !== operation.fail) pending.push(out)
    }
    this.meter.charge(visits * instructionPrice)
    return matched
  }
}

function makeState(roots: readonly number[], before: CharacterKind, seeking: boolean): ForwardState {
  return { key: `${before}${seeking ? '+' : '-'}${roots.join()}`, roots, before, seeking }
}
