import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import variant from '@jitl/quickjs-wasmfile-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core'
import { INSTANCE_MEMORY_BYTES } from '../protocol/sandbox-limits.ts'

/** The part of WebAssembly used here; its types otherwise come with those of browsers. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Memory: new (size: { initial: number; maximum: number }) => object
}

const PAGE_BYTES = 64 * 1024
/** What the build of QuickJS expects to start with. */
const FIRST_PAGES = 256

/**
 * Compiles QuickJS once and gives a maker of instances. Each run gets its own instance with its own memory: bytes of an
 * earlier run do not exist in it, not even as freed memory that a bug of QuickJS could read, and an instance that
 * trapped is simply dropped.
 */
export function compileQuickJs(): () => Promise<QuickJSWASMModule> {
  const path = fileURLToPath(import.meta.resolve('@jitl/quickjs-wasmfile-release-sync/wasm'))
  const wasmModule = new WebAssembly.Module(readFileSync(path))
  // Its types describe the CommonJS build; the module that is loaded has the variant as its default export.
  const base = variant as unknown as QuickJSSyncVariant
  return () => {
    const wasmMemory = new WebAssembly.Memory({
      initial: FIRST_PAGES,
      maximum: INSTANCE_MEMORY_BYTES / PAGE_BYTES,
    })
    return newQuickJSWASMModuleFromVariant(newVariant(base, { wasmModule, wasmMemory }))
  }
}
