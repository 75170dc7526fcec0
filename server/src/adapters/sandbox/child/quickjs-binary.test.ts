import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { prepareBinary } from './quickjs-binary.ts'

const HEADER = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]
/** Imports `a.a`, a memory of 4 to 8 pages. */
const IMPORTS = [2, 9, 1, 1, 0x61, 1, 0x61, 2, 1, 4, 8]
const VARIABLE = [0x7f, 1, 0x41, 0, 0x0b]
const GLOBALS = [6, 6, 1, ...VARIABLE]
const EXPORTS = [7, 1, 0]

const prepare = (...sections: number[][]) =>
  prepareBinary(Uint8Array.from([...HEADER, ...sections.flat()]), 2)

describe('QuickJS binary', () => {
  it('The binary starts with less memory and exports its stack pointer', () => {
    const name = [...Buffer.from('stack-pointer')]
    const imports = [2, 9, 1, 1, 0x61, 1, 0x61, 2, 1, 2, 8]
    const exports = [7, name.length + 4, 1, name.length, ...name, 3, 0]
    assert.deepEqual([...prepare(IMPORTS, GLOBALS, EXPORTS)], [...HEADER, ...imports, ...GLOBALS, ...exports])
  })

  it('A binary with state that would not be restored is refused', () => {
    assert.throws(() => prepare(IMPORTS, [6, 11, 2, ...VARIABLE, ...VARIABLE], EXPORTS), /other variables/)
    assert.throws(() => prepare(IMPORTS, [6, 1, 0], EXPORTS), /cut off|other variables/)
    assert.throws(() => prepare(IMPORTS, GLOBALS, [7, 5, 1, 1, 0x61, 1, 0]), /more than functions/)
    assert.throws(() => prepare(IMPORTS, EXPORTS), /lacks a section/)
    assert.throws(() => prepare([2, 1, 0], GLOBALS, EXPORTS), /import its memory/)
  })

  it('The installed build is accepted', () => {
    const path = fileURLToPath(import.meta.resolve('@jitl/quickjs-wasmfile-release-sync/wasm'))
    const binary = readFileSync(path)
    assert.ok(prepareBinary(binary, 128).length > binary.length)
  })
})
