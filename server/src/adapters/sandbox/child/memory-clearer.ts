import { I32_CONST, writeNumber } from './quickjs-binary.ts'

/** The part of WebAssembly that is used here. Its types are otherwise part of the DOM library. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (
    module: object,
    imports: object,
  ) => { readonly exports: { readonly clear: (from: number, to: number) => void } }
}

export interface WasmMemory {
  /** Another one after the memory has grown. */
  readonly buffer: ArrayBuffer
}

/** How much is read before it is decided whether it is written. */
const BLOCK_BYTES = 256
const VECTOR_BYTES = 16

/** Fills a range of a memory with zeros, from one multiple of the size of a block to another. */
export type ClearMemory = (from: number, to: number) => void

/**
 * Most of the memory of an instance was never used. To write it would take longer than most runs, and evict what the next run needs
 * from the caches. Reading it costs little, because the operating system has no memory for it: so it is read, and only what is not
 * zero is written. JavaScript has nothing that reads memory as fast as the vectors of WebAssembly.
 */
export function compileClearer(): (memory: WasmMemory) => ClearMemory {
  const clearer = new WebAssembly.Module(Uint8Array.from(BINARY))
  return (memory) => new WebAssembly.Instance(clearer, { host: { memory } }).exports.clear
}

/** The instructions and numbers that are used here, by the specification of WebAssembly. */
const I32 = 0x7f
const FUNCTION_TYPE = 0x60
const MEMORY = 0x02
const FUNCTION = 0x00
const LOOP = [0x03, 0x40]
const IF = [0x04, 0x40]
const END = 0x0b
const CONTINUE_IF = [0x0d, 0x00]
const GET_FROM = [0x20, 0x00]
const TEE_FROM = [0x22, 0x00]
const GET_TO = [0x20, 0x01]
const ADD = 0x6a
const IS_LESS = 0x49
const FILL = [0xfc, 0x0b, 0x00]
const LOAD_VECTOR = [0xfd, 0x00, 0x04]
const OR_VECTORS = [0xfd, 0x50]
const IS_ANY_BIT_SET = [0xfd, 0x53]

/** `do { if (any bit of the block at from) fill(from, 0); from += BLOCK_BYTES } while (from < to)` */
const CODE = [
  LOOP,
  loadVector(0),
  ...Array.from({ length: BLOCK_BYTES / VECTOR_BYTES - 1 }, (_, index) => [
    ...loadVector((index + 1) * VECTOR_BYTES),
    ...OR_VECTORS,
  ]),
  [...IS_ANY_BIT_SET, ...IF, ...GET_FROM, ...constant(0), ...constant(BLOCK_BYTES), ...FILL, END],
  [...GET_FROM, ...constant(BLOCK_BYTES), ADD, ...TEE_FROM, ...GET_TO, IS_LESS, ...CONTINUE_IF],
  [END, END],
].flat()

const BINARY = [
  [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  section(1, [1, FUNCTION_TYPE, 2, I32, I32, 0]),
  section(2, [1, ...name('host'), ...name('memory'), MEMORY, 0, 0]),
  section(3, [1, 0]),
  section(7, [1, ...name('clear'), FUNCTION, 0]),
  section(10, [1, ...sized([0, ...CODE])]),
].flat()

function loadVector(offset: number): number[] {
  return [...GET_FROM, ...LOAD_VECTOR, ...writeNumber(offset)]
}

/** Of a number that is written alike with and without a sign, such as 0 and 256. */
function constant(value: number): number[] {
  return [I32_CONST, ...writeNumber(value)]
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...sized(content)]
}

function name(text: string): number[] {
  return sized([...Buffer.from(text)])
}

function sized(content: readonly number[]): number[] {
  return [...writeNumber(content.length), ...content]
}
