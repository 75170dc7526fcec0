import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import { PDFDocument } from 'pdf-lib'
import readExcelFile from 'read-excel-file/node'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import { archiveNode } from '#nodes/archive/archive.node.ts'
import { pdfNode } from '#nodes/pdf/pdf.node.ts'
import { spreadsheetNode } from '#nodes/spreadsheet/spreadsheet.node.ts'
import { bytesOf, failureOf, fileOf, formats, outputOf, workers } from '#nodes/testing/format-node.ts'
import { packagedFile, packagedFiles } from '#test/support/packaged-files.ts'

const spreadsheet = spreadsheetNode(formats)
const pdf = pdfNode(formats)
const archive = archiveNode(formats)

const WORKBOOKS = 'examples/{basic,ranges,styles}/*.xlsx'

describe('Files of the real world', () => {
  after(() => workers.close())

  it('Spreadsheets have the cells that another program finds, also after a round trip', async () => {
    let cells = 0
    for (const { content, name, path } of packagedFiles('xlsx-populate', WORKBOOKS)) {
      const value = await fileOf(content, name)
      const expected = await readExcelFile(content)
      const sheets = (await outputOf(spreadsheet, { operation: 'sheets' }, value)) as JsonObject[]
      assert.deepEqual(
        sheets.map((sheet) => sheet['name']),
        expected.map(({ sheet }) => sheet),
        path,
      )
      for (const { sheet, data } of expected) {
        const rows = (await outputOf(spreadsheet, { sheet, header: false }, value)) as JsonValue[][]
        cells += rows.flat().length
        assert.deepEqual(cellsOf(rows), cellsOf(data as readonly (readonly unknown[])[]), path)
        const written = await outputOf(spreadsheet, { operation: 'format', items: rows, header: false })
        assert.deepEqual(await outputOf(spreadsheet, { header: false }, written), rows, path)
      }
    }
    assert.ok(cells > 100, `only ${cells} cells`)
    const { content } = packagedFile('xlsx-populate', 'examples/encryption/in.xlsx')
    assert.match(
      await failureOf(spreadsheet, {}, await fileOf(content)),
      /^SPREADSHEET_INVALID: .*protected with a password/,
    )
  })

  it('PDF files of several programs have the pages and the text that they show', async () => {
    const files = packagedFiles('pdf-merger-js', 'test/fixtures/*.pdf')
    assert.ok(files.length >= 8)
    const texts = new Map<string, string>()
    for (const { content, name } of files) {
      const { page_count: count, text } = (await outputOf(pdf, {}, await fileOf(content, name))) as JsonObject
      const { length } = (
        await PDFDocument.load(content, { updateMetadata: false, ignoreEncryption: true })
      ).getPages()
      assert.equal(count, length, name)
      texts.set(name, text as string)
    }
    assert.equal(texts.get('123456789.pdf'), '1\n\n2\n\n3\n\n4\n\n5\n\n6\n\n7\n\n8\n\n9')
    assert.match(
      texts.get('UDHR.pdf') ?? '',
      /^Universal Declaration of Human Rights\nPreamble[^]*\nArticle I\nAll human beings are born free and equal/,
    )
    assert.match(
      texts.get('issue-88.pdf') ?? '',
      /Information des acquéreurs et des\nlocataires sur le risque inondation/,
    )
    assert.equal(
      texts.get('Testfile_AB.pdf'),
      `${texts.get('Testfile_A.pdf')}\n\n${texts.get('Testfile_B.pdf')}`,
    )
  })

  it('ZIP archives that other programs packed have the contents that another program finds', async () => {
    const files = [
      ...packagedFiles('xlsx-populate', WORKBOOKS),
      ...packagedFiles('thread-stream', 'test/**/*.zip'),
    ]
    for (const { content, name, path } of files) {
      const expected = Object.entries(unzipSync(content)).filter(([entry]) => !entry.endsWith('/'))
      assert.ok(expected.length > 0, path)
      const extracted = await extract(await fileOf(content, name))
      assert.deepEqual(
        new Map(extracted),
        new Map(expected.map(([entry, bytes]) => [entry, Buffer.from(bytes)])),
        path,
      )
      const entries = await outputOf(archive, {}, await fileOf(content, name))
      const packed = await outputOf(archive, { operation: 'create', files: entries })
      assert.deepEqual(await extract(packed), extracted, path)
    }
  })

  it('A gzip file that npm packed has the files of the package in it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'millrace-npm-'))
    try {
      const { folder: packed, content: readme } = packagedFile('marked', 'README.md')
      const { stdout } = await promisify(execFile)('npm', ['pack', packed, '--ignore-scripts', '--silent'], {
        cwd: folder,
      })
      const name = stdout.trim()
      const [file, ...others] = await extract(await fileOf(await readFile(join(folder, name)), name))
      assert.deepEqual(others, [])
      assert.equal(file?.[0], name.replace(/\.tgz$/, '.tar'))
      assert.ok(file?.[1].includes(readme))
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

async function extract(file: JsonValue): Promise<readonly (readonly [path: string, content: Buffer])[]> {
  const entries = (await outputOf(archive, { operation: 'extract' }, file)) as {
    path: string
    file: JsonObject
  }[]
  return Promise.all(entries.map(async (entry) => [entry.path, await bytesOf(entry.file)] as const))
}

/** Days before March 1900 have another number in spreadsheets: they know a 29th of February 1900. */
const FIRST_TRUE_DAY = Date.UTC(1900, 2, 1)
const DAY_MS = 86_400_000

/** Without empty rows and without empty cells at the end of a row: programs differ in how many they show. */
function cellsOf(rows: readonly (readonly unknown[])[]): unknown[][] {
  return rows
    .map((row) => row.map((cell) => (cell instanceof Date ? dateOf(cell) : cell)))
    .map((row) => row.slice(0, row.findLastIndex((cell) => cell !== null && cell !== undefined) + 1))
    .filter((row) => row.length > 0)
}

function dateOf(date: Date): string {
  const shown = date.getTime() < FIRST_TRUE_DAY ? date.getTime() + DAY_MS : date.getTime()
  return new Date(shown).toISOString().replace('.000Z', '')
}
