import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import type { JsonValue } from '#domain/index.ts'
import type { SandboxFiles } from '#ports/index.ts'
import { ACCOUNT, assertFailure, hasty, openSandbox, patient } from './testing/sandbox-under-test.ts'

const MIB = 1024 * 1024

/** Files in a map; the id of a created file is its name. */
class MapFiles implements SandboxFiles {
  readonly contents = new Map<string, Uint8Array>()
  readonly types = new Map<string, string>()

  with(id: string, text: string): this {
    this.contents.set(id, Buffer.from(text))
    return this
  }

  async read(id: string) {
    const bytes = this.contents.get(id)
    return bytes === undefined
      ? ({ ok: false, message: `no ${id}` } as const)
      : ({ ok: true, bytes } as const)
  }

  async create(name: string, mediaType: string, content: Uint8Array) {
    this.contents.set(name, Uint8Array.from(content))
    this.types.set(name, mediaType)
    return { ok: true, value: { $file: name, size: content.length } } as const
  }
}

describe('files in the sandbox', { timeout: 600_000 }, () => {
  const sandbox = openSandbox({ size: 1 })
  const run = (code: string, files: SandboxFiles, globals: Readonly<Record<string, JsonValue>> = {}) =>
    sandbox.run({ account: ACCOUNT, code, globals, files, deadlineMs: patient })
  async function evaluate(code: string, files: SandboxFiles, globals?: Readonly<Record<string, JsonValue>>) {
    const result = await run(code, files, globals)
    assert.ok(result.ok, result.ok ? '' : result.message)
    return result.value
  }

  it('Code reads a file as text and as bytes', async () => {
    const files = new MapFiles()
    files.contents.set('a', Buffer.from('\ufeffGrüße \u0000 😀 "quoted"'))
    files.contents.set('b', Buffer.from([0, 255, 128, 13, 10]))
    files.contents.set('empty', Buffer.alloc(0))
    const code = `return [await files.text(a), [...await files.bytes(b)], await files.text({ $file: 'empty' }),
      (await files.bytes({ $file: 'empty' })).length, (await files.bytes(b)).constructor.name]`
    assert.deepEqual(await evaluate(code, files, { a: { $file: 'a' }, b: { $file: 'b', size: 9 } }), [
      'Grüße \u0000 😀 "quoted"',
      [0, 255, 128, 13, 10],
      '',
      0,
      'Uint8Array',
    ])
  })

  it('Code creates files from texts, typed arrays, parts of them and buffers', async () => {
    const files = new MapFiles()
    const code = `const bytes = Uint8Array.of(9, 1, 2, 3, 9)
      await files.create('text', 'text/plain', 'Grüße \\u0000 😀')
      await files.create('bytes', 'x/y', bytes)
      await files.create('part', 'x/y', bytes.subarray(1, 4))
      await files.create('wide', 'x/y', new Uint16Array([258]))
      await files.create('empty', 'x/y', '')
      return files.create('buffer', 'a/b', bytes.buffer)`
    assert.deepEqual(await evaluate(code, files), { $file: 'buffer', size: 5 })
    const stored = Object.fromEntries([...files.contents].map(([name, bytes]) => [name, [...bytes]]))
    assert.deepEqual(stored, {
      text: [...Buffer.from('Grüße \u0000 😀')],
      bytes: [9, 1, 2, 3, 9],
      part: [1, 2, 3],
      wide: [2, 1],
      empty: [],
      buffer: [9, 1, 2, 3, 9],
    })
    assert.equal(files.types.get('text'), 'text/plain')
  })

  it('A file of 16 MiB is read and created, and a larger one is refused', async () => {
    const files = new MapFiles()
    files.contents.set('large', randomBytes(16 * MIB))
    await evaluate(`return files.create('copy', 'x/y', await files.bytes({ $file: 'large' }))`, files)
    assert.ok(
      Buffer.from(files.contents.get('copy') ?? []).equals(files.contents.get('large') ?? Buffer.alloc(0)),
    )
    files.contents.set('text', Buffer.alloc(16 * MIB, 'text '))
    assert.equal(await evaluate(`return (await files.text({ $file: 'text' })).length`, files), 16 * MIB)
    const result = await run(`return files.create('x', 'x/y', new Uint8Array(16 * 1024 * 1024 + 1))`, files)
    assertFailure(result, 'error', /larger than 16 MiB/)
    assert.equal(files.contents.has('x'), false)
  })

  it('What is refused is an error that the code can catch', async () => {
    const files = new MapFiles()
    assertFailure(await run(`return files.text({ $file: 'gone' })`, files), 'error', /Error: no gone/)
    const caught = `try { await files.text({ $file: 'gone' }) } catch (error) { return error.message }`
    assert.equal(await evaluate(caught, files), 'no gone')
    for (const value of ['null', '"a"', '{}', '{ $file: 7 }']) {
      assertFailure(
        await run(`return files.text(${value})`, files),
        'error',
        /not a file\. A file is an object/,
      )
    }
    assertFailure(await run(`return files.create('x', 'y', 7)`, files), 'error', /must be an ArrayBuffer/)
    const none = await sandbox.run({
      account: ACCOUNT,
      code: `return files.text({ $file: 'a' })`,
      globals: {},
      deadlineMs: patient,
    })
    assertFailure(none, 'error', /Files are not available here/)
  })

  it('Code that replaces built-in functions changes neither what is stored nor what is reported', async () => {
    const replaced = `Array.prototype.toJSON = () => ['create', 'x', 'x/y', { length: 4e9 }]
      Object.prototype.toJSON = () => 7
      `
    const files = new MapFiles()
    await run(`${replaced} await files.create('bytes', 'x/y', Uint8Array.of(1, 2))`, files)
    await run(`${replaced} await files.create('text', 'x/y', 'ab')`, files)
    const stored = [...files.contents].map(([name, bytes]) => [name, [...bytes]])
    assert.deepEqual(stored, [
      ['bytes', [1, 2]],
      ['text', [97, 98]],
    ])
    const noBuffer = `Object.defineProperty(Object.getPrototypeOf(Uint8Array.prototype), 'buffer', { get: () => ({}) })`
    await evaluate(`${noBuffer}; return files.create('empty', 'x/y', Uint8Array.of(1))`, files)
    const failed = await run(`${replaced} console.log('one'); throw new Error('two')`, files)
    assertFailure(failed, 'error', /Error: two/)
    assert.deepEqual(failed.logs, [{ level: 'info', message: 'one' }])
  })

  it('One run reads and creates at most 100 files', async () => {
    const files = new MapFiles()
    const code = `for (let n = 0; n < 200; n += 1) await files.create('f' + n, 'x/y', 'x')`
    assertFailure(await run(code, files), 'error', /at most 100 files in one run/)
    assert.equal(files.contents.size, 100)
  })

  it('The bytes of a file are not in reach of the next run', async () => {
    const files = new MapFiles()
    files.contents.set('a', Buffer.from('secret'))
    await evaluate(`globalThis.kept = await files.bytes({ $file: 'a' }); files.text = () => 'mine'`, files)
    const after = `return [typeof kept, await files.text({ $file: 'a' })]`
    assert.deepEqual(await evaluate(after, new MapFiles().with('a', 'other')), ['undefined', 'other'])
  })

  it('A file that never arrives ends with the deadline or when the run is cancelled, and the next run works', async () => {
    const never = new Promise<never>(() => undefined)
    const stuck = { read: () => never, create: () => never }
    const request = { account: ACCOUNT, code: `return files.text({ $file: 'a' })`, globals: {}, files: stuck }
    assertFailure(await sandbox.run({ ...request, deadlineMs: hasty }), 'timeout')
    const controller = new AbortController()
    const onStart = () => void setTimeout(() => controller.abort(), 50)
    const cancelled = await sandbox.run({
      ...request,
      deadlineMs: patient,
      signal: controller.signal,
      onStart,
    })
    assertFailure(cancelled, 'aborted')
    assert.equal(await evaluate('return 1', new MapFiles()), 1)
  })

  it('A bug while a file is read fails the run, and the next one works', async () => {
    const broken = {
      read: () => Promise.reject(new Error('a bug')),
      create: () => Promise.reject(new Error('x')),
    }
    await assert.rejects(run(`return files.text({ $file: 'a' })`, broken), /a bug/)
    assert.equal(await evaluate('return 1', new MapFiles()), 1)
  })
})
