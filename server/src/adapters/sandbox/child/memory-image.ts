import type { QuickJsInstance } from './quickjs-instance.ts'

/** Finer than needed to skip the unused stack, coarse enough for few copies. A multiple of what is cleared at once. */
const BLOCK_BYTES = 4096

interface Range {
  readonly from: number
  readonly to: number
  /** The bytes of the range; undefined if they are all zero. */
  readonly bytes: Uint8Array | undefined
}

/** Above this size, memory is left to the operating system: writing it would take as long as a new instance. */
const MAX_RESTORED_BYTES = 32 * 1024 * 1024
/** The bytes written beyond the first size, in all, that take as long as a new instance. */
const MAX_EXCESS_BYTES = 128 * 1024 * 1024

/**
 * Everything that an instance can change, as it was when the image was taken. Restoring writes or reads every byte
 * of the memory, whatever the instance has used of it: no bound that the code in the instance could move decides what is cleared.
 */
export class MemoryImage {
  readonly #instance: QuickJsInstance
  readonly #stackPointer: number
  readonly #byteLength: number
  readonly #ranges: readonly Range[]
  #excessBytes = 0

  constructor(instance: QuickJsInstance) {
    this.#instance = instance
    this.#stackPointer = instance.stackPointer.value
    const bytes = new Uint8Array(instance.memory.buffer)
    this.#byteLength = bytes.length
    this.#ranges = findRanges(bytes)
  }

  /**
   * False if the instance must not be used again. Memory that has grown cannot shrink: what was added is cleared as well,
   * until that has taken as long as a new instance does.
   */
  get canRestore(): boolean {
    const { byteLength } = this.#instance.memory.buffer
    return (
      byteLength <= MAX_RESTORED_BYTES &&
      this.#excessBytes + byteLength - this.#byteLength <= MAX_EXCESS_BYTES
    )
  }

  /** Returns `canRestore`, and has changed nothing if that is false. */
  restore(): boolean {
    if (!this.canRestore) return false
    const { memory, stackPointer, clear } = this.#instance
    const target = new Uint8Array(memory.buffer)
    this.#excessBytes += target.length - this.#byteLength
    for (const { from, to, bytes } of this.#ranges) {
      if (bytes === undefined) clear(from, to)
      else target.set(bytes, from)
    }
    if (target.length > this.#byteLength) clear(this.#byteLength, target.length)
    stackPointer.value = this.#stackPointer
    return true
  }
}

function findRanges(bytes: Uint8Array): Range[] {
  const ranges: Range[] = []
  for (let from = 0; from < bytes.length;) {
    const isZero = isZeroBlock(bytes, from)
    let to = from + BLOCK_BYTES
    while (to < bytes.length && isZeroBlock(bytes, to) === isZero) to += BLOCK_BYTES
    ranges.push({ from, to, bytes: isZero ? undefined : bytes.slice(from, to) })
    from = to
  }
  return ranges
}

const ZERO_BLOCK = new Uint8Array(BLOCK_BYTES)

function isZeroBlock(bytes: Uint8Array, from: number): boolean {
  return Buffer.compare(bytes.subarray(from, from + BLOCK_BYTES), ZERO_BLOCK) === 0
}
