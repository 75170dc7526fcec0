import { closeSync, openSync } from 'node:fs'

/** The module of the jobs that the tests of the pool run. */
export type SampleTask =
  | { readonly kind: 'echo'; readonly value: unknown }
  /** Ends when the test writes to the shared memory. */
  | { readonly kind: 'wait'; readonly gate: SharedArrayBuffer }
  /** Ends when the test opens the pipe. Until then the thread is in native code, and answers nothing. */
  | { readonly kind: 'silent'; readonly pipe: string }
  | { readonly kind: 'endless' | 'hungry' | 'buffers' | 'faulty' | 'environment' | 'require' | 'recursive' }

export default async function run(task: SampleTask): Promise<unknown> {
  switch (task.kind) {
    case 'echo':
      return task.value
    case 'wait':
      Atomics.wait(new Int32Array(task.gate), 0, 0)
      return 'released'
    case 'silent':
      closeSync(openSync(task.pipe, 'r'))
      return 'opened'
    case 'endless':
      for (;;) if (Math.random() > 2) return undefined
    case 'hungry': {
      const kept: string[][] = []
      for (;;) kept.push(Array.from({ length: 10_000 }, (_, index) => `${kept.length} ${index}`))
    }
    case 'buffers': {
      const kept = [new Uint8Array(100 * 1024 * 1024).fill(1)]
      for (;;) if (kept.length > 1) return undefined
    }
    case 'faulty':
      throw new Error('the job is faulty')
    case 'environment':
      return Object.keys(process.env)
    case 'require':
      return process.features.require_module
    case 'recursive':
      return countDown(4_000)
  }
}

function countDown(depth: number): number {
  return depth === 0 ? 0 : 1 + countDown(depth - 1)
}
