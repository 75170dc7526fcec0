import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import fc from 'fast-check'
import { PLANTS, SEARCH } from '../testing/planted-marks.ts'
import { Guest } from './guest.ts'
import { compileQuickJs, type QuickJsInstance } from './quickjs-instance.ts'
import { runCode } from './run-code.ts'

const ENDS = [
  'return 1',
  'return input',
  'throw new Error(input)',
  'throw input',
  'await new Promise(() => {})',
  'return () => input',
  'return input.repeat(1e5)',
  'console.log(input); return null[input]',
]

describe('restored guest', { timeout: 300_000 }, () => {
  let newInstance: () => Promise<QuickJsInstance>
  before(() => {
    newInstance = compileQuickJs()
  })

  const run = (guest: Guest, code: string, input: string) =>
    runCode(guest, { id: 'id', code, names: ['input'], deadlineMs: 300_000 }, JSON.stringify({ input }), {
      log: () => true,
      exchange: () => assert.fail('no file is asked for'),
    })

  it('Nothing that a run leaves behind is in the memory or in reach of the next run', async () => {
    const plants = fc.uniqueArray(fc.constantFrom(...Object.keys(PLANTS)), { minLength: 1, maxLength: 5 })
    const property = fc.asyncProperty(
      fc.uuid(),
      plants,
      fc.constantFrom(...ENDS),
      async (mark, names, end) => {
        const instance = await newInstance()
        const guest = new Guest(instance)
        const first = bytesOf(instance).slice()
        const code = names.map((name) => `{ ${PLANTS[name]} }`).join('\n')
        const { isIntact } = run(guest, `${code}\n${end}`, mark)
        assert.ok(isIntact)
        assert.ok(contains(bytesOf(instance), mark), 'the search finds a mark before the memory is restored')
        assert.ok(guest.restore())
        const bytes = bytesOf(instance)
        assert.ok(!contains(bytes, mark), 'the mark is not in the memory')
        assert.ok(countChanges(first, bytes) <= 8, 'only the state of Math.random differs')
        const added = bytes.subarray(first.length)
        assert.equal(Buffer.compare(added, Buffer.alloc(added.length)), 0, 'memory that was added is zero')

        const { outcome } = run(guest, SEARCH, mark)
        assert.deepEqual(outcome, { ok: true, text: '[]' })
        assert.ok(guest.restore())
      },
    )
    await fc.assert(property, { numRuns: 40 })
  })

  it('The search finds each kind of mark that is within reach', async () => {
    const guest = new Guest(await newInstance())
    for (const name of ['globals', 'prototypes', 'symbols', 'compiled code']) {
      const { outcome } = run(guest, `${PLANTS[name]}\n${SEARCH}`, 'a-mark-to-find')
      assert.ok(outcome.ok && outcome.text !== '[]', `${name}: ${JSON.stringify(outcome)}`)
      assert.ok(guest.restore())
    }
  })

  it('The stack pointer is restored', async () => {
    const instance = await newInstance()
    const guest = new Guest(instance)
    const { value } = instance.stackPointer
    assert.ok(value > 0)
    instance.stackPointer.value -= 4096
    assert.ok(guest.restore())
    assert.equal(instance.stackPointer.value, value)
  })

  it('Every run gets random numbers of its own', async () => {
    const guest = new Guest(await newInstance())
    const numbers = new Set<string>()
    for (let n = 0; n < 100; n += 1) {
      const { outcome } = run(guest, 'return Math.random()', '')
      numbers.add(outcome.ok ? outcome.text : assert.fail())
      assert.ok(guest.restore())
    }
    assert.equal(numbers.size, 100)
  })

  it('A guest whose memory has become large is not restored', async () => {
    const guest = new Guest(await newInstance())
    const { outcome } = run(guest, 'return new Uint8Array(4e7).length', '')
    assert.deepEqual(outcome, { ok: true, text: '40000000' })
    assert.ok(!guest.restore())
  })

  it('A guest whose memory has grown is restored a limited number of times', async () => {
    const guest = new Guest(await newInstance())
    let restored = 0
    for (let n = 0; n < 1000; n += 1) {
      const { outcome } = run(guest, 'return new Uint8Array(1e7).length', '')
      assert.deepEqual(outcome, { ok: true, text: '10000000' })
      if (!guest.restore()) break
      restored += 1
    }
    assert.ok(restored > 1 && restored < 100, `${restored}`)
  })
})

function bytesOf(instance: QuickJsInstance): Uint8Array {
  return new Uint8Array(instance.memory.buffer)
}

/** Whether the memory contains the text, with one or two bytes per character. */
function contains(bytes: Uint8Array, text: string): boolean {
  const memory = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  return memory.includes(text, 0, 'latin1') || memory.includes(text, 0, 'utf16le')
}

/** How many bytes differ, up to the length of the first. */
function countChanges(a: Uint8Array, b: Uint8Array): number {
  const [first, second] = [a, b.subarray(0, a.length)].map(
    (bytes) => new BigUint64Array(bytes.buffer, bytes.byteOffset, bytes.length / 8),
  ) as [BigUint64Array, BigUint64Array]
  return first.reduce((changes, word, at) => (word === second[at] ? changes : changes + 8), 0)
}
