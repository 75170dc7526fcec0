import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import fc from 'fast-check'
import { archiveNode } from '#nodes/archive/archive.node.ts'
import { csvNode } from '#nodes/csv/csv.node.ts'
import { spreadsheetNode } from '#nodes/spreadsheet/spreadsheet.node.ts'
import { bytesOf, fileOf, formats, outputOf, workers } from '#nodes/testing/format-node.ts'
import { csvReader } from '#nodes/format-operations/csv-text.ts'
import { matchesPath } from './archive/match-path.ts'

const RUNS = { numRuns: 50 }

describe('Files that were written', () => {
  after(() => workers.close())

  it('A spreadsheet has the same rows when it is read', async () => {
    const node = spreadsheetNode(formats)
    const cell = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.toWellFormed()),
      fc.constantFrom(
        '',
        ' ',
        '\r\n',
        '_x0041_',
        '_x005F_',
        '=1+1',
        '<&>"\'',
        '\u0000',
        '\ufffe',
        '2026-01-31',
      ),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
      fc.boolean(),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.array(fc.option(cell, { freq: 5 }), { maxLength: 5 }).map((row) => [...row, 'end']),
          { maxLength: 8 },
        ),
        async (rows) => {
          const file = await outputOf(node, { operation: 'format', items: rows })
          assert.deepEqual(await outputOf(node, { header: false }, file), rows)
        },
      ),
      RUNS,
    )
  })

  it('An archive has the same files when it is extracted', async () => {
    const node = archiveNode(formats)
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(
          fc.tuple(
            fc.stringMatching(/^[a-zäö]{1,8}(\/[a-z ]{0,5}[a-z]){0,2}$/),
            fc.uint8Array({ maxLength: 2_000 }),
          ),
          {
            selector: ([path]) => path.toLowerCase(),
            minLength: 1,
            maxLength: 6,
          },
        ),
        async (contents) => {
          const files = await Promise.all(
            contents.map(async ([path, bytes]) => ({ path, file: await fileOf(bytes, path) })),
          )
          const archive = await outputOf(node, { operation: 'create', files })
          const found = (await outputOf(node, {}, archive)) as { path: string; file: never }[]
          assert.deepEqual(
            await Promise.all(
              found.map(async ({ path, file }) => [path, new Uint8Array(await bytesOf(file))]),
            ),
            contents.map(([path, bytes]) => [path.replaceAll(/\/ +/g, '/'), bytes]),
          )
        },
      ),
      RUNS,
    )
  })

  it('A CSV file has the same rows when it is read', async () => {
    const node = csvNode(formats)
    const cell = fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.constantFrom('"', '\r\n', ',', '\uFEFF', ' ', 'é\u{1F600}'),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 6 }),
        async (rows) => {
          const file = await outputOf(node, { operation: 'format', items: rows, header: false, to: 'file' })
          assert.deepEqual(await outputOf(node, { header: false }, file), rows)
        },
      ),
      RUNS,
    )
  })

  it('CSV that arrives in parts has the same rows, wherever it is cut', () => {
    const piece = fc.constantFrom('a', '"', '""', ',', '\r', '\n', '\r\n', '"x,\ny"', ' ', 'ü')
    fc.assert(
      fc.property(fc.array(fc.array(piece, { maxLength: 12 }), { maxLength: 6 }), (pieces) => {
        // The reader starts with this many characters, so that it can detect the separator.
        const parts = ['start,row\n'.repeat(1_100), ...pieces.map((part) => part.join(''))]
        const read = (texts: readonly string[]) => {
          const rows: unknown[] = []
          const reader = csvReader({ separator: 'comma', convertTypes: false }, (row) => void rows.push(row))
          for (const text of texts) reader.push(text)
          return { problem: reader.end(), rows }
        }
        const whole = read([parts.join('')])
        const cut = read(parts)
        assert.deepEqual(cut, whole)
      }),
    )
  })

  it('A pattern matches the same paths as a regular expression', () => {
    const text = fc.stringMatching(/^[ab/.]{0,8}$/)
    fc.assert(
      fc.property(text, fc.stringMatching(/^[ab/.*]{0,6}$/), (path, pattern) => {
        const expression = new RegExp(`^${pattern.replaceAll('.', String.raw`\.`).replaceAll('*', '.*')}$`)
        assert.equal(matchesPath(path, pattern), expression.test(path))
      }),
    )
  })
})
