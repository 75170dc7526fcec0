/** The parts of a WebAssembly binary that are read here, by the numbers of its specification. */
const HEADER_BYTES = 8
const SECTION = { import: 2, global: 6, export: 7, code: 10, data: 11 } as const
const KIND = { function: 0, table: 1, memory: 2, global: 3 } as const
const HAS_MAXIMUM = 1
export const I32_CONST = 0x41
/** The stack of the process, of which calls use about as much. */
const MIN_STACK_BYTES = 1024 * 1024

/** The name under which the stack pointer is exported. The names of the build itself have no dash. */
export const STACK_POINTER = 'stack-pointer'

/**
 * Changes three things in the binary of QuickJS, so that an instance can be restored completely, and in a short time:
 *
 * 1. It starts with less memory. Every byte of it is read or written after a run, and what is not there need not be.
 * 2. Its stack is shorter, and the heap, which follows it, moves to lower addresses: code can use little of the stack. The address
 *    between the two is a constant in three places, which is checked here.
 * 3. It exports its stack pointer. This is its only variable outside its memory, which is checked here: if a later version
 *    has another one, the sandbox does not start.
 */
export function prepareBinary(binary: Uint8Array, options: BinaryOptions): Uint8Array<ArrayBuffer> {
  const sections = readSections(binary)
  const change = { ...options, stackEnd: findStackEnd(sections.find(({ id }) => id === SECTION.global)) }
  const parts = [binary.subarray(0, HEADER_BYTES)]
  const changed = new Set<number>()
  for (const { id, content } of sections) {
    const changeContent = CHANGES[id]
    const next = changeContent === undefined ? content : changeContent(content, change)
    if (changeContent !== undefined) changed.add(id)
    parts.push(Uint8Array.of(id), writeNumber(next.length), next)
  }
  if (changed.size !== Object.keys(CHANGES).length) throw new Error('The QuickJS build lacks a section.')
  return concat(parts)
}

export interface BinaryOptions {
  /** The memory at the start, in pages. */
  readonly initialPages: number
  /** By how much the stack becomes shorter. */
  readonly removedStackBytes: number
}

interface Change extends BinaryOptions {
  /** The end of the stack, where it begins to grow down, and the beginning of the heap. */
  readonly stackEnd: number
}

interface Section {
  readonly id: number
  readonly content: Uint8Array
}

function readSections(binary: Uint8Array): readonly Section[] {
  const sections: Section[] = []
  for (let at = HEADER_BYTES; at < binary.length;) {
    const id = binary[at] as number
    const reader = new BinaryReader(binary, at + 1)
    const length = reader.readNumber()
    at = reader.at + length
    sections.push({ id, content: binary.subarray(reader.at, at) })
  }
  return sections
}

const CHANGES: Readonly<Record<number, (content: Uint8Array, change: Change) => Uint8Array>> = {
  [SECTION.import]: limitMemory,
  [SECTION.global]: moveStackEnd,
  [SECTION.export]: exportStackPointer,
  [SECTION.code]: moveStackEnd,
  [SECTION.data]: moveHeapInData,
}

function limitMemory(content: Uint8Array, { initialPages: pages }: Change): Uint8Array {
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

/** The value with which the only variable, the stack pointer, begins. */
function findStackEnd(globals: Section | undefined): number {
  if (globals === undefined) throw new Error('The QuickJS build lacks a section.')
  const reader = new BinaryReader(globals.content)
  const count = reader.readNumber()
  reader.readByte()
  const isVariable = reader.readByte() === 1
  if (count !== 1 || !isVariable || reader.readByte() !== I32_CONST) {
    throw new Error('The QuickJS build has other variables than its stack pointer.')
  }
  return reader.readNumber()
}

function moveStackEnd(content: Uint8Array, change: Change): Uint8Array {
  return replaceOnly(content, constantOf(change.stackEnd), constantOf(movedEnd(change)))
}

/** The address of the first byte that is not allocated. */
function moveHeapInData(content: Uint8Array, change: Change): Uint8Array {
  if (movedEnd(change) - endOfData(content) < MIN_STACK_BYTES)
    throw new Error('The stack of the QuickJS build is too short to be shortened.')
  return replaceOnly(content, wordOf(change.stackEnd), wordOf(movedEnd(change)))
}

/** The stack begins somewhere behind the last of the data that the memory has at the start. */
function endOfData(content: Uint8Array): number {
  const reader = new BinaryReader(content)
  let end = 0
  for (let left = reader.readNumber(); left > 0; left -= 1) {
    if (reader.readNumber() !== 0 || reader.readByte() !== I32_CONST)
      throw new Error('The QuickJS build has other data than expected.')
    const from = reader.readNumber()
    reader.readByte()
    const length = reader.readNumber()
    reader.at += length
    end = Math.max(end, from + length)
  }
  return end
}

function movedEnd({ stackEnd, removedStackBytes }: Change): number {
  return stackEnd - removedStackBytes
}

/** `i32.const`, with a number of four bytes: of that length are all addresses between 2 MiB and 128 MiB. */
function constantOf(address: number): Uint8Array {
  const bytes = Array.from({ length: 4 }, (_, index) => (Math.floor(address / 0x80 ** index) % 0x80) | 0x80)
  return Uint8Array.from([I32_CONST, ...bytes.with(3, (bytes[3] ?? 0) & 0x7f)])
}

function wordOf(address: number): Uint8Array {
  const word = Buffer.alloc(4)
  word.writeUInt32LE(address)
  return word
}

function replaceOnly(content: Uint8Array, from: Uint8Array, to: Uint8Array): Uint8Array {
  const changed = Buffer.from(content)
  const at = changed.indexOf(from)
  if (at === -1 || changed.includes(from, at + 1)) {
    throw new Error('The QuickJS build does not have the end of its stack in the expected places.')
  }
  changed.set(to, at)
  return changed
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

/** As an unsigned number in LEB128. */
export function writeNumber(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80)
  return Uint8Array.from([...bytes, rest])
}

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.concat(parts))
}
