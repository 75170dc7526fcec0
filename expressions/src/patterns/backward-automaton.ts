import { conditionsBetween, edgeKind, operation, type CharacterKind, type Program } from './program.ts'
import { deadState, InstructionSet, instructionPrice, StateTable, type Meter } from './state-table.ts'

interface BackwardState {
  readonly key: string
  /** The instructions from which the text read so far leads to the end of the match. */
  readonly leading: readonly number[]
  /** The character after. */
  readonly after: CharacterKind
}

/** Reads a text from the end of a match to the left and finds where the match can start. */
export class BackwardAutomaton {
  readonly table: StateTable<BackwardState>
  private readonly program: Program
  private readonly meter: Meter
  private starts: number[] = []
  private generation = 0
  private readonly ends: readonly number[]
  private readonly visited: InstructionSet
  private readonly found: InstructionSet

  constructor(program: Program, meter: Meter) {
    this.program = program
    this.meter = meter
    this.table = new StateTable(program, meter)
    this.visited = new InstructionSet(program.size)
    this.found = new InstructionSet(program.size)
    this.ends = Array.from(program.operations.keys()).filter(
      (pc) => program.operations[pc] === operation.match,
    )
  }

  start(after: CharacterKind): number {
    const known = this.generation === this.table.generation ? this.starts[after] : undefined
    if (known !== undefined) return known
    const id = this.table.add(makeState(this.ends, after))
    if (this.generation !== this.table.generation) this.starts = []
    this.generation = this.table.generation
    this.starts[after] = id
    return id
  }

  /** Computes a transition: whether a match starts here, and how it goes on with the character before. */
  step(id: number, characterClass: number): number {
    const { program, visited, found } = this
    const { operations, outs, args, leadingTo } = program
    const state = this.table.state(id)
    const isStart = characterClass === program.classCount
    const before = isStart ? edgeKind : program.kindOfClass(characterClass)
    const holds = conditionsBetween(before, state.after)
    visited.clear()
    found.clear()
    const reached = state.leading.filter((pc) => visited.add(pc))
    const next: number[] = []
    let starts = false
    let visits = 0
    for (let at = 0; at < reached.length; at += 1) {
      const pc = reached[at] ?? 0
      if (pc === program.start) starts = true
      const end = leadingTo.offsets[pc + 1] ?? 0
      for (let index = leadingTo.offsets[pc] ?? 0; index < end; index += 1) {
        const source = leadingTo.sources[index] ?? 0
        const kind = operations[source] ?? 0
        visits += 1
        if (kind >= operation.consume) {
          if (!isStart && outs[source] === pc && program.reads(source, characterClass) && found.add(source)) {
            next.push(source)
          }
        } else if (kind !== operation.condition || ((args[source] ?? 0) & ~holds) === 0) {
          if (visited.add(source)) reached.push(source)
        }
      }
    }
    this.meter.charge((visits + reached.length) * instructionPrice)
    let target = deadState
    if (next.length > 0) {
      target = this.table.add(
        makeState(
          next.toSorted((left, right) => left - right),
          before,
        ),
      )
    }
    const transition = target * 2 + (starts ? 1 : 0)
    this.table.connect(state, characterClass, transition)
    return transition
  }
}

function makeState(leading: readonly number[], after: CharacterKind): BackwardState {
  return { key: `${after} ${leading.join()}`, leading, after }
}
