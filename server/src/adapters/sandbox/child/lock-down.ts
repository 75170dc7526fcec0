import { registerHooks } from 'node:module'

/** The globals that the QuickJS loader and the child's own code use. All others are removed. */
const ALLOWED_GLOBALS: ReadonlySet<string> = new Set(
  `
  Object Function Array String Number Boolean Symbol BigInt Date Math JSON Map Set WeakMap WeakSet WeakRef
  FinalizationRegistry Promise Proxy Reflect Error AggregateError EvalError RangeError ReferenceError
  SuppressedError SyntaxError TypeError URIError RegExp Iterator ArrayBuffer DataView Buffer TextDecoder
  Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array BigInt64Array
  BigUint64Array Float16Array Float32Array Float64Array Infinity NaN undefined globalThis isNaN isFinite
  parseInt parseFloat WebAssembly Atomics performance console
`
    .trim()
    .split(/\s+/),
)

/**
 * The second layer behind QuickJS. The permission flags deny files, processes, workers, addons and the network, but code
 * that escapes from QuickJS into the JavaScript around it could still look for a gap in them. Once everything is loaded,
 * this function therefore removes `process`, `fetch` and the other globals, and blocks every import of a Node module.
 */
export function lockDown(): void {
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (!ALLOWED_GLOBALS.has(name)) Reflect.deleteProperty(globalThis, name)
  }
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const found = nextResolve(specifier, context)
      if (!found.url.startsWith('file:')) throw new Error(`${specifier} cannot be imported in the sandbox.`)
      return found
    },
  })
}
