import type { Found, PatternMachine } from './pattern-machine.ts'
import type { Meter } from './state-table.ts'

/** The matches of a pattern in one text, from left to right. */
export class Matcher {
  private readonly machine: PatternMachine
  private readonly text: string
  private readonly charge: Meter['charge']
  private last: Found = { start: -1, end: 0, positions: undefined }

  constructor(machine: PatternMachine, text: string, charge: Meter['charge']) {
    this.machine = machine
    this.text = text
    this.charge = charge
  }

  /** The start and the end of the match that `find` found last. */
  get start(): number {
    return this.last.start
  }

  get end(): number {
    return this.last.end
  }

  /** Moves to the next match. */
  find(): boolean {
    const from = this.nextStart()
    this.machine.charge = this.charge
    const found = from > this.text.length ? undefined : this.machine.find(this.text, from)
    if (found === undefined) return false
    this.last = found
    return true
  }

  /** Whether the text contains a match. */
  test(): boolean {
    this.machine.charge = this.charge
    return this.machine.test(this.text)
  }

  /** The match and its groups. A group that did not take part is undefined. */
  groups(): (string | undefined)[] {
    const { text } = this
    const { start, end } = this.last
    const { groupCount } = this.machine.program
    const groups: (string | undefined)[] = [text.slice(start, end)]
    if (groupCount === 0) return groups
    this.machine.charge = this.charge
    const positions = this.last.positions ?? this.machine.findPositions(text, start, end)
    for (let group = 1; group <= groupCount; group += 1) {
      const from = positions?.[group * 2] ?? -1
      const to = positions?.[group * 2 + 1] ?? -1
      groups.push(from === -1 || to === -1 ? undefined : text.slice(from, to))
    }
    return groups
  }

  /** After an empty match, the search goes on after the next character. */
  private nextStart(): number {
    const { start, end } = this.last
    if (end !== start) return end
    return end + ((this.text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1)
  }
}
