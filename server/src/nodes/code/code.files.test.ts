import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { ProcessSandbox } from '#adapters/index.ts'
import { type AccountId, type JsonObject, toFileValue } from '#domain/index.ts'
import { MemoryFiles } from '#nodes/testing/memory-files.ts'
import { nodeCall } from '#nodes/testing/node-call.ts'
import type { Files } from '#ports/index.ts'
import { codeNode } from './code.node.ts'

describe('`code` node with files', () => {
  const sandbox = new ProcessSandbox()
  after(() => sandbox.close())
  const { account } = nodeCall({ parameters: {} })

  async function run(files: Files, code: string, input: JsonObject = {}) {
    const call = nodeCall({ parameters: { code }, scope: () => ({ input }), timeoutMs: 300_000 })
    const result = await codeNode(sandbox, files).run(call)
    assert.ok('ok' in result)
    return result
  }

  async function stored(files: Files, content: string | Buffer, owner = account) {
    async function* chunks() {
      yield Buffer.from(content)
    }
    const created = await files.create(owner, { name: 'a.csv', mediaType: 'text/csv', chunks: chunks() })
    assert.ok(created.ok)
    return toFileValue(created.file)
  }

  it('A `code` node reads a file and returns one that it created', async () => {
    const files = new MemoryFiles()
    const code = `const lines = (await files.text(input.file)).split('\\n')
      return files.create('../count.txt', 'text/plain; charset=utf-8', String(lines.length))`
    const result = await run(files, code, { file: await stored(files, 'a\nb\nc') })
    assert.ok(result.ok && 'output' in result)
    const file = result.output as JsonObject
    assert.deepEqual([file['name'], file['media_type'], file['size']], ['count.txt', 'text/plain', 1])
    const opened = (await files.open(account, file['$file'] as string)) ?? assert.fail('no file')
    for await (const chunk of opened.read()) assert.equal(Buffer.from(chunk).toString(), '3')
  })

  it('A `code` node cannot read a file of another account, one that is gone, or one above 16 MiB', async () => {
    const files = new MemoryFiles()
    const foreign = await stored(files, 'x', 'other' as AccountId)
    const large = await stored(files, Buffer.alloc(16 * 1024 * 1024 + 1))
    const messageOf = async (file: JsonObject) => {
      const result = await run(files, 'return files.text(input.file)', { file })
      assert.ok(!result.ok)
      assert.equal(result.code, 'CODE_FAILED')
      return result.message
    }
    assert.match(await messageOf(foreign), /There is no file .* in this account/)
    assert.match(await messageOf({ $file: '../../etc/passwd' }), /There is no file .* in this account/)
    assert.match(await messageOf(large), /"a\.csv" has 16777217 bytes\. Code reads files up to 16 MiB/)
  })

  it('A file that the account has no space for is an error of the code', async () => {
    const result = await run(new MemoryFiles(10), `return files.create('x', 'text/plain', 'x'.repeat(11))`)
    assert.ok(!result.ok)
    assert.match(result.message, /larger than 10 bytes/)
  })
})
