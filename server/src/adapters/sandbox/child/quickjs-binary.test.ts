import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { prepareBinary } from './quickjs-binary.ts'

const HEADER = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]
/** Imports `a.a`, a memory of 4 to 8 pages. */
const IMPORTS = [2, 9, 1, 1, 0x61, 1, 0x61, 2, 1, 4, 8]
/** The stack ends at 5 MiB, and afterwards at 2 MiB. */
const END = [0x80, 0x80, 0xc0, 0x02]
const MOVED = [0x80, 0x80, 0x80, 0x01]
const VARIABLE = [0x7f, 1, 0x41, ...END, 0x0b]
const GLOBALS = [6, 9, 1, ...VARIABLE]
const EXPORTS = [7, 1, 0]
const CODE = [10, 6, 1, 0x41, ...END]
/** The word 5 MiB at the address 8. */
const DATA = [11, 10, 1, 0, 0x41, 8, 0x0b, 4, 0, 0, 0x50, 0]

const prepare = (...sections: number[][]) =>
  prepareBinary(Uint8Array.from([...HEADER, ...sections.flat()]), {
    initialPages: 2,
    removedStackBytes: 3 * 1024 * 1024,
  })

describe('QuickJS binary', () => {
  it('The binary starts with less memory and a shorter stack, and exports its stack pointer', () => {
    const name = [...Buffer.from('stack-pointer')]
    assert.deepEqual(
      [...prepare(IMPORTS, GLOBALS, EXPORTS, CODE, DATA)],
      [
        HEADER,
        [2, 9, 1, 1, 0x61, 1, 0x61, 2, 1, 2, 8],
        [6, 9, 1, 0x7f, 1, 0x41, ...MOVED, 0x0b],
        [7, name.length + 4, 1, name.length, ...name, 3, 0],
        [10, 6, 1, 0x41, ...MOVED],
        [11, 10, 1, 0, 0x41, 8, 0x0b, 4, 0, 0, 0x20, 0],
      ].flat(),
    )
  })

  it('A binary with state that would not be restored is refused', () => {
    assert.throws(
      () => prepare(IMPORTS, [6, 17, 2, ...VARIABLE, ...VARIABLE], EXPORTS, CODE, DATA),
      /other variables/,
    )
    assert.throws(() => prepare(IMPORTS, [6, 1, 0], EXPORTS, CODE, DATA), /cut off|other variables/)
    assert.throws(
      () => prepare(IMPORTS, GLOBALS, [7, 5, 1, 1, 0x61, 1, 0], CODE, DATA),
      /more than functions/,
    )
    assert.throws(() => prepare(IMPORTS, EXPORTS, CODE, DATA), /lacks a section/)
    assert.throws(() => prepare([2, 1, 0], GLOBALS, EXPORTS, CODE, DATA), /import its memory/)
  })

  it('A binary that has the end of its stack elsewhere is refused', () => {
    const twice = [10, 11, 1, 0x41, ...END, 0x41, ...END]
    assert.throws(() => prepare(IMPORTS, GLOBALS, EXPORTS, twice, DATA), /expected places/)
    assert.throws(() => prepare(IMPORTS, GLOBALS, EXPORTS, [10, 1, 0], DATA), /expected places/)
    assert.throws(() => prepare(IMPORTS, GLOBALS, EXPORTS, CODE, [11, 1, 0]), /expected places/)
    assert.throws(() => prepare(IMPORTS, GLOBALS, EXPORTS), /lacks a section/)
    const far = [11, 13, 1, 0, 0x41, 0x80, 0x80, 0xc0, 0, 0x0b, 4, 0, 0, 0x50, 0]
    assert.throws(() => prepare(IMPORTS, GLOBALS, EXPORTS, CODE, far), /too short/)
    const passive = [11, 7, 1, 1, 4, 0, 0, 0x50, 0]
    assert.throws(() => prepare(IMPORTS, GLOBALS, EXPORTS, CODE, passive), /other data/)
  })

  it('The installed build is accepted', () => {
    const path = fileURLToPath(import.meta.resolve('@jitl/quickjs-wasmfile-release-sync/wasm'))
    const binary = readFileSync(path)
    assert.ok(prepareBinary(binary, { initialPages: 64, removedStackBytes: 0x300000 }).length > binary.length)
  })
})
