/** The parts of a WebAssembly binary that are read here, by the numbers of its specification. */
const HEADER_BYTES = 8
const SECTION = { import: 2, global: 6, export: 7 } as const
const KIND = { function: 0, table: 1, memory: 2, global: 3 } as const
const HAS_MAXIMUM = 1
const I32_CONST = 0x41

/** The name under which the stack pointer is exported. The names of the build itself have no dash. */
export const STACK_POINTER = 'stack-pointer'

/**
 * Changes two things in the binary of QuickJS, so that an instance can be restored completely:
 *
 * 1. It starts with less memory. Every byte of it is overwritten after a run, and what is not there need not be.
 * 2. It exports its stack pointer. This is its only variable outside its memory, which is checked here: if a later version
 *    has another one, the sandbox does not start.
 */
export function prepareBinary(binary: Uint8Array, initialPages: number): Uint8Array<ArrayBuffer> {
  const parts = [binary.subarray(0, HEADER_BYTES)]
  const changed = new Set<number>()
  for (let at = HEADER_BYTES; at < binary.length;) {
    const id = binary[at] as number
    const reader = new BinaryReader(binary, at + 1)
    const length = reader.readNumber()
    const content = binary.subarray(reader.at, reader.at + length)
    const change = CHANGES[id]
    const next = change === undefined ? content : change(content, initialPages)
    if (change !== undefined) changed.add(id)
    parts.push(Uint8Array.of(id), writeNumber(next.length), next)
    at = reader.at + length
  }
  if (changed.size !== Object.keys(CHANGES).length) throw new Error('The QuickJS build lacks a section.')
  return concat(parts)
}

const CHANGES: Readonly<Record<number, (content: Uint8Array, pages: number) => Uint8Array>> = {
  [SECTION.import]: limitMemory,
  [SECTION.global]: checkGlobals,
  [SECTION.export]: exportStackPointer,
}

function limitMemory(content: Uint8Array, pages: number): Uint8Array {
  const reader = new BinaryReader(content)
  for (let left = reader.readNumber(); left > 0; left -= 1) {
    reader.skipName()
    reader.skipName()
    const kind = reader.readByte()
    if (kind === KIND.function) reader.readNumber()
    else if (kind === KIND.memory) {
      if (reader.readNumber() !== HAS_MAXIMUM) break
      const from = reader.at
      if (reader.readNumber() < pages) break
      return concat([content.subarray(0, from), writeNumber(pages), content.subarray(reader.at)])
    } else break
  }
  throw new Error('The QuickJS build does not import its memory as expected.')
}

function checkGlobals(content: Uint8Array): Uint8Array {
  const reader = new BinaryReader(content)
  const count = reader.readNumber()
  reader.readByte()
  const isVariable = reader.readByte() === 1
  if (count !== 1 || !isVariable || reader.readByte() !== I32_CONST) {
    throw new Error('The QuickJS build has other variables than its stack pointer.')
  }
  return content
}

function exportStackPointer(content: Uint8Array): Uint8Array {
  const reader = new BinaryReader(content)
  const count = reader.readNumber()
  const name = Buffer.from(STACK_POINTER)
  const added = concat([writeNumber(name.length), name, Uint8Array.of(KIND.global), writeNumber(0)])
  const exported = content.subarray(reader.at)
  for (let left = count; left > 0; left -= 1) {
    reader.skipName()
    // A table outside could be changed by the code around the instance.
    if (reader.readByte() !== KIND.function) throw new Error('The QuickJS build exports more than functions.')
    reader.readNumber()
  }
  return concat([writeNumber(count + 1), exported, added])
}

class BinaryReader {
  readonly #bytes: Uint8Array
  at: number

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes
    this.at = at
  }

  readByte(): number {
    const byte = this.#bytes[this.at]
    if (byte === undefined) throw new Error('The QuickJS build is cut off.')
    this.at += 1
    return byte
  }

  /** An unsigned number in LEB128. */
  readNumber(): number {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = this.readByte()
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
  }

  skipName(): void {
    const length = this.readNumber()
    this.at += length
  }
}

function writeNumber(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80)
  return Uint8Array.from([...bytes, rest])
}

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.concat(parts))
}
