import { conditionsBetween, isAlternative, operation, type Program } from './program.ts'
import type { Meter } from './state-table.ts'

/** Charged for each instruction at each position, and for each text. */
const visitPrice = 8
const startPrice = 60
const visitsPerCharge = 1024

/**
 * Tries the alternatives of a pattern in order of preference, and no instruction twice at a position. Fast for
 * short texts, and the only search that finds groups.
 */
export class Backtracker {
  private readonly program: Program
  private readonly meter: Meter
  private readonly positions: Int32Array
  private visited = new Uint32Array(64)
  private readonly stack: number[] = []
  private base = 0
  private width = 0

  constructor(program: Program, meter: Meter) {
    this.program = program
    this.meter = meter
    this.positions = new Int32Array((program.groupCount + 1) * 2)
  }

  /** Call before the first attempt in a part of the text. */
  prepare(from: number, to: number): void {
    this.base = from
    this.width = to - from + 1
    const words = Math.ceil((this.program.size * this.width) / 32)
    this.meter.charge(words + startPrice)
    if (words > this.visited.length) this.visited = new Uint32Array(Math.max(words, this.visited.length * 2))
    else this.visited.fill(0, 0, words)
  }

  /**
   * Looks for the preferred match that starts at `start`. `end` is where it must end if that is known. Returns the
   * positions of the match and its groups.
   */
  match(text: string, start: number, end?: number): Int32Array | undefined {
    const { program, stack, visited, base, width } = this
    const { operations, outs, args } = program
    const last = base + width - 1
    const { positions } = this
    positions.fill(-1)
    positions[0] = start
    let visits = 0
    stack.length = 0
    stack.push(program.start, start)
    while (stack.length > 0) {
      let position = stack.pop() ?? 0
      let pc = stack.pop() ?? 0
      if (pc < 0) {
        positions[~pc] = position
        continue
      }
      for (;;) {
        visits += 1
        if (visits === visitsPerCharge) {
          this.meter.charge(visits * visitPrice)
          visits = 0
        }
        const bit = pc * width + position - base
        const word = visited[bit >>> 5] ?? 0
        if ((word & (1 << (bit & 31))) !== 0) break
        visited[bit >>> 5] = word | (1 << (bit & 31))
        const kind = operations[pc] ?? 0
        if (kind >= operation.consume) {
          if (position >= last) break
          const codePoint = text.codePointAt(position) ?? 0
          if (!program.readsCharacter(pc, codePoint)) break
          position += codePoint > 0xffff ? 2 : 1
          if (position > last) break
        } else if (isAlternative(kind)) {
          stack.push(args[pc] ?? 0, position)
        } else if (kind === operation.capture) {
          const slot = args[pc] ?? 0
          stack.push(~slot, positions[slot] ?? -1)
          positions[slot] = position
        } else if (kind === operation.condition) {
          const holds = conditionsBetween(
            program.kindBefore(text, position),
            program.kindAfter(text, position),
          )
          if (((args[pc] ?? 0) & ~holds) !== 0) break
        } else if (kind === operation.match) {
          if (end !== undefined && position !== end) break
          positions[1] = position
          this.meter.charge(visits * visitPrice)
          return positions.slice()
        } else if (kind === operation.fail) break
        pc = outs[pc] ?? 0
      }
    }
    this.meter.charge(visits * visitPrice)
    return undefined
  }
}
