import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { packagedFile, packagedFiles } from '#test/support/packaged-files.ts'
import { parseDocument } from './document/parse-document.ts'
import { importDocument } from './import-document.ts'
import { readDocument } from './read-document.ts'

const SOURCE = 'https://example.com/openapi.json'
const EXAMPLES = '@readme/oas-examples'

describe('OpenAPI documents of the real world', () => {
  it('YAML has the values that the same document has in JSON', () => {
    const { content: yaml } = packagedFile('world-countries', 'dist/countries.yml')
    const { content: json } = packagedFile('world-countries', 'dist/countries.json')
    const parsed = parseDocument(yaml)
    assert.ok(parsed.ok)
    // The program that wrote the YAML knows no empty lists.
    const asWritten = JSON.stringify(JSON.parse(String(json))).replaceAll('[]', '{}')
    assert.deepEqual(parsed.value, JSON.parse(asWritten))
  })

  it('Every operation of every document is imported, as many from YAML as from JSON', () => {
    let imported = 0
    for (const { content, path, name } of packagedFiles(EXAMPLES, '{2.0,3.0,3.1}/yaml/*.yaml')) {
      const { content: json } = packagedFile(EXAMPLES, path.replaceAll('yaml', 'json'))
      if (name === 'webhooks.yaml') {
        assert.deepEqual(readDocument(content, SOURCE), { ok: false, problem: 'has no `paths`' })
        continue
      }
      const count = countOperations(content, path)
      assert.ok(count > 0, path)
      assert.equal(count, countOperations(json, path), path)
      imported += count
    }
    assert.ok(imported > 200, `only ${imported} operations`)
  })
})

function countOperations(content: Buffer, path: string): number {
  const read = readDocument(content, SOURCE)
  assert.ok(read.ok, path)
  const { api } = importDocument(read.document, SOURCE)
  assert.deepEqual(api.skipped, [], path)
  return api.operationCount
}
