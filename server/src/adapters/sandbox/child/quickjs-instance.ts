import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import variant from '@jitl/quickjs-wasmfile-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core'
import {
  INITIAL_MEMORY_BYTES,
  INSTANCE_MEMORY_BYTES,
  REMOVED_STACK_BYTES,
} from '../protocol/sandbox-limits.ts'
import { type ClearMemory, compileClearer, type WasmMemory } from './memory-clearer.ts'
import { prepareBinary, STACK_POINTER } from './quickjs-binary.ts'

/** The part of WebAssembly that is used here. Its types are otherwise part of the DOM library. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Memory: new (size: { initial: number; maximum: number }) => WasmMemory
  readonly Instance: new (
    module: object,
    imports: object,
  ) => {
    readonly exports: Readonly<Record<string, unknown>>
  }
}

/** QuickJS with everything that it can change: its memory and its stack pointer. */
export interface QuickJsInstance {
  readonly quickjs: QuickJSWASMModule
  readonly memory: WasmMemory
  readonly stackPointer: { value: number }
  readonly clear: ClearMemory
}

const PAGE_BYTES = 64 * 1024

/** Compiles QuickJS once and returns an instance factory. */
export function compileQuickJs(): () => Promise<QuickJsInstance> {
  const path = fileURLToPath(import.meta.resolve('@jitl/quickjs-wasmfile-release-sync/wasm'))
  const initial = INITIAL_MEMORY_BYTES / PAGE_BYTES
  const wasmModule = new WebAssembly.Module(
    prepareBinary(readFileSync(path), { initialPages: initial, removedStackBytes: REMOVED_STACK_BYTES }),
  )
  const newClearer = compileClearer()
  // The types describe the CommonJS build. The loaded module has the variant as its default export.
  const base = variant as unknown as QuickJSSyncVariant
  return async () => {
    const memory = new WebAssembly.Memory({ initial, maximum: INSTANCE_MEMORY_BYTES / PAGE_BYTES })
    let stackPointer: unknown
    const instantiateWasm = (imports: object, onSuccess: (instance: object) => void) => {
      const instance = new WebAssembly.Instance(wasmModule, imports)
      stackPointer = instance.exports[STACK_POINTER]
      onSuccess(instance)
      return instance.exports
    }
    const emscriptenModule = { instantiateWasm } as unknown as EmscriptenOptions
    const quickjs = await newQuickJSWASMModuleFromVariant(
      newVariant(base, { wasmMemory: memory, emscriptenModule }),
    )
    return {
      quickjs,
      memory,
      stackPointer: stackPointer as QuickJsInstance['stackPointer'],
      clear: newClearer(memory),
    }
  }
}

type EmscriptenOptions = NonNullable<Parameters<typeof newVariant>[1]['emscriptenModule']>
