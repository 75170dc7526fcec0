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

/** The part of WebAssembly that is used here. Its types are otherwise part of the DOM library. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Memory: new (size: { initial: number; maximum: number }) => object
}

const PAGE_BYTES = 64 * 1024
/** The initial memory that the QuickJS build expects. */
const INITIAL_PAGES = 256

/**
 * Compiles QuickJS once and returns an instance factory. Each run gets its own instance with its own memory: it contains
 * no bytes of an earlier run, not even as freed memory that a bug in QuickJS could read. An instance that trapped is
 * dropped.
 */
export function compileQuickJs(): () => Promise<QuickJSWASMModule> {
  const path = fileURLToPath(import.meta.resolve('@jitl/quickjs-wasmfile-release-sync/wasm'))
  const wasmModule = new WebAssembly.Module(readFileSync(path))
  // The types describe the CommonJS build. The loaded module has the variant as its default export.
  const base = variant as unknown as QuickJSSyncVariant
  return () => {
    const wasmMemory = new WebAssembly.Memory({
      initial: INITIAL_PAGES,
      maximum: INSTANCE_MEMORY_BYTES / PAGE_BYTES,
    })
    return newQuickJSWASMModuleFromVariant(newVariant(base, { wasmModule, wasmMemory }))
  }
}
