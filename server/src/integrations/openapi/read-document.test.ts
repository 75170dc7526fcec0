import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readDocument } from './read-document.ts'

describe('reading OpenAPI documents', () => {
  it('An OpenAPI document can be JSON or YAML in version 3.0 or 3.1', () => {
    const json = readDocument(JSON.stringify({ openapi: '3.0.3', paths: {} }))
    const yaml = readDocument('# hello\nopenapi: "3.1.0"\npaths: {/a: {get: {x: 2024-01-01, 200: ok}}}\n')
    assert.ok(json.ok && yaml.ok)
    assert.deepEqual(yaml.document['paths'], { '/a': { get: { 200: 'ok', x: '2024-01-01' } } })
  })

  it('A document can be bytes in UTF-8, with a byte order mark', () => {
    const read = readDocument(Buffer.from('\ufeffopenapi: 3.0.0\ninfo: {title: Größe}\npaths: {}\n'))
    assert.ok(read.ok)
    assert.deepEqual(read.document['info'], { title: 'Größe' })
  })

  for (const text of [
    'swagger: "2.0"\npaths: {}',
    'swagger: 2.0\npaths: {}',
    '{"swagger":"2.0","paths":{}}',
  ]) {
    it(`A Swagger document is converted: ${text.replaceAll('\n', ' ')}`, () => {
      const read = readDocument(text)
      assert.ok(read.ok)
      assert.equal(read.document['openapi'], '3.0.3')
    })
  }

  it('Ninety thousand keys of one object are read', () => {
    const keys = Array.from({ length: 90_000 }, (_, index) => `  /path-${index}: {}\n`)
    const read = readDocument(`openapi: 3.0.0\npaths:\n${keys.join('')}`)
    assert.ok(read.ok)
    assert.equal(Object.keys(read.document['paths'] as object).length, 90_000)
  })

  it('A duplicate key is found among many, and its line is named', () => {
    const keys = Array.from({ length: 30_000 }, (_, index) => `  /path-${index}: {}\n`)
    const read = readDocument(`openapi: 3.0.0\npaths:\n${keys.join('')}  /path-7: {}\n`)
    assert.ok(!read.ok)
    assert.equal(
      read.problem,
      'is neither JSON nor YAML: duplicated mapping key in line 30003, column 3 (/path-7: {})',
    )
  })

  const bomb = Array.from({ length: 30 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}, *a${i}]`)
  const bad: readonly [string, string, RegExp][] = [
    ['broken JSON', '{"openapi": ', /starts like JSON/],
    ['broken YAML', 'a: [\n', /neither JSON nor YAML: .* in line 2, column 1/],
    ['an empty document', '', /must be an object/],
    ['a list', '- a', /must be an object/],
    ['an older version of Swagger', '{"swagger":"1.2","paths":{}}', /or Swagger 2.0, but has Swagger "1.2"/],
    ['another version of OpenAPI', 'openapi: 4.0.0', /has "openapi": "4.0.0"/],
    ['a document without paths', '{"openapi":"3.1.0"}', /no `paths`/],
    ['several YAML documents', 'a: 1\n---\nb: 2\n', /consists of 2 YAML documents/],
    [
      'a text above the limit',
      `a: ${'x'.repeat(33 * 1024 * 1024)}`,
      /^has 33\.0 MiB; at most 32 MiB are allowed$/,
    ],
    [
      'a YAML bomb',
      `a0: &a0 [x]\n${bomb.join('\n')}`,
      /^has [\d,]{9,} values; at most 3,000,000 are allowed$/,
    ],
    [
      'too many aliases',
      `a: &a 1\nb: [${'*a,'.repeat(10_001)}]`,
      /^has 10,001 aliases; at most 10,000 are allowed$/,
    ],
    ['an alias within its own value', 'a: &a [*a]', /^has an alias to a value that contains the alias$/],
    [
      'YAML that is nested too deeply',
      `a: ${'['.repeat(200)}`,
      /^is nested deeper than 100 levels in line 1/,
    ],
    [
      'JSON that is nested too deeply',
      `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
      /^is nested deeper than 100 levels$/,
    ],
    [
      'too many values in JSON',
      `{"a":[${'0,'.repeat(3_000_000)}0]}`,
      /^has 3,000,00\d values; at most 3,000,000 are allowed$/,
    ],
  ]
  for (const [what, text, problem] of bad) {
    it(`The import refuses ${what}`, () => {
      const read = readDocument(text)
      assert.ok(!read.ok)
      assert.match(read.problem, problem)
    })
  }
})
