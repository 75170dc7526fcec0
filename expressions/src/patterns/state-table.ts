import type { Program } from './program.ts'

/** The state from which no match can be reached any more. */
export const deadState = 0

/** The transition has not been computed yet. */
const unknown = -1

const maxEntries = 1 << 18

/** Counts what a search does. `charge` is called before the work is done and throws if there is no budget left. */
export interface Meter {
  charge: (amount: number) => void
}

/** Charged for each instruction that is visited while a transition is computed, and for each new state. */
export const instructionPrice = 12
const statePrice = 100

/**
 * The states of an automaton that is built while it reads. A transition is `next * 2`, plus 1 if the automaton
 * matches. When the table is full, it starts again from the current state.
 */
export class StateTable<State extends { readonly key: string }> {
  transitions: Int32Array
  readonly stride: number
  /** Changes when all states are removed. */
  generation = 0
  private readonly meter: Meter
  private readonly states: (State | undefined)[] = [undefined]
  private readonly ids = new Map<string, number>()

  constructor(program: Program, meter: Meter) {
    // One more class for the edge of the text.
    this.stride = program.classCount + 1
    this.transitions = new Int32Array(this.stride * 4).fill(unknown)
    this.meter = meter
  }

  state(id: number): State {
    const state = this.states[id]
    if (state === undefined) throw new RangeError(`There is no state ${id}.`)
    return state
  }

  /** The number of a state. Removes all others if the table is full. */
  add(state: State): number {
    const known = this.ids.get(state.key)
    if (known !== undefined) return known
    this.meter.charge(statePrice + (this.stride >> 1))
    if ((this.states.length + 1) * this.stride > maxEntries && this.states.length > 2) {
      this.states.length = 1
      this.ids.clear()
      this.generation += 1
      this.transitions.fill(unknown)
    }
    const id = this.states.length
    this.states.push(state)
    this.ids.set(state.key, id)
    this.grow((id + 1) * this.stride)
    return id
  }

  /** Stores a transition, unless its state was removed when the next one was added. */
  connect(from: State, characterClass: number, transition: number): void {
    const id = this.ids.get(from.key)
    if (id !== undefined) this.transitions[id * this.stride + characterClass] = transition
  }

  private grow(length: number): void {
    if (length <= this.transitions.length) return
    const larger = new Int32Array(Math.max(length, this.transitions.length * 2)).fill(unknown)
    larger.set(this.transitions)
    this.transitions = larger
  }
}

/** A set of instructions that is emptied at no cost. */
export class InstructionSet {
  private readonly marks: Uint32Array
  private current = 1

  constructor(size: number) {
    this.marks = new Uint32Array(size)
  }

  clear(): void {
    this.current += 1
  }

  /** False if the instruction is in the set already. */
  add(pc: number): boolean {
    if (this.marks[pc] === this.current) return false
    this.marks[pc] = this.current
    return true
  }
}
