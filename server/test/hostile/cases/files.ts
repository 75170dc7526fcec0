import { constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { pdfOf, samplePdf } from '#nodes/testing/sample-pdf.ts'
import { rawSpreadsheet, rawZip } from '#nodes/testing/raw-zip.ts'
import type { HostileCase } from '../hostile-case.ts'
import { StrayFiles } from '../service/stray-files.ts'
import { fileNames } from './file-names.ts'
import { chain, numbered } from './graphs.ts'
import { readingWorkflow, upload } from './uploads.ts'

const MIB = 1024 * 1024

/** Files that a node refuses, or takes its time to read. Each names how the run may end. */
export const files: readonly HostileCase[] = [
  hostileFile('zip-bomb', 'archive', /OUTPUT_TOO_LARGE/, () => {
    const content = Buffer.alloc(40 * MIB)
    const stored = deflateRawSync(content)
    return rawZip(numbered(10, (n) => ({ name: `${n}.bin`, content, stored })))
  }),
  hostileFile('zip-nested', 'archive', /completed/, () => {
    const inner = numbered(6, (n) => n).reduce(
      (zip) => rawZip(numbered(10, (n) => ({ name: `${n}.zip`, content: zip }))),
      rawZip([{ name: 'zeros', content: Buffer.alloc(10 * MIB) }]),
    )
    return rawZip([{ name: 'outer.zip', content: inner }])
  }),
  hostileFile('zip-overlapping-entries', 'archive', /ARCHIVE_INVALID/, () => overlapping(10)),
  hostileFile('zip-claims-18-gib', 'archive', /OUTPUT_TOO_LARGE/, () => overlapping(900)),
  hostileFile('zip-false-sizes', 'archive', /ARCHIVE_INVALID/, () =>
    rawZip([{ name: 'a', content: Buffer.alloc(50 * MIB), claimedSize: 10 }]),
  ),
  hostileFile('zip-100k-entries', 'archive', /TOO_MANY_ITEMS|ARCHIVE_INVALID/, () => {
    const stored = Buffer.from([3, 0])
    return rawZip(numbered(65_535, (n) => ({ name: `${n}`, content: new Uint8Array(), stored })))
  }),
  hostileFile('gzip-file-bomb', 'archive', /FILE_TOO_LARGE|OUTPUT_TOO_LARGE/, () =>
    gzipSync(Buffer.alloc(400 * MIB)),
  ),
  hostileFile('xml-entity-bomb', 'xml', /XML_INVALID/, () => Buffer.from(`${entityBomb('a')}<a>&e30;</a>`)),
  hostileFile('xml-16-mib', 'xml', /OUTPUT_TOO_LARGE|OUT_OF_MEMORY|TIMED_OUT/, () =>
    Buffer.from(`<a>${'<b c="d">e</b>'.repeat(1_100_000)}</a>`),
  ),
  hostileFile(
    'csv-10-million-cells',
    'csv',
    /OUTPUT_TOO_LARGE/,
    () => Buffer.from(',,,,,,,,,\n'.repeat(MIB)),
    {
      header: false,
    },
  ),
  hostileFile(
    'csv-10-million-cells-to-a-file',
    'csv',
    /completed|FILE_TOO_LARGE|TIMED_OUT/,
    () => Buffer.from('1,2,3,4,5,6,7,8,9,0\n'.repeat(MIB)),
    { header: false, to: 'file' },
  ),
  hostileFile('csv-endless-row', 'csv', /CSV_INVALID/, () => Buffer.from(`"${'x'.repeat(50 * MIB)}`)),
  hostileFile('spreadsheet-1048576-rows', 'spreadsheet', /OUTPUT_TOO_LARGE/, () => millionRows(), {
    header: false,
  }),
  hostileFile(
    'spreadsheet-1048576-rows-to-a-file',
    'spreadsheet',
    /completed|TIMED_OUT/,
    () => millionRows(),
    { header: false, to: 'file' },
  ),
  hostileFile('spreadsheet-bomb', 'spreadsheet', /INPUT_TOO_LARGE|OUT_OF_MEMORY/, () => {
    const texts = Buffer.alloc(140 * MIB, ' ')
    texts.write('<sst>')
    return rawSpreadsheet(Buffer.from('<worksheet/>'), [{ name: 'xl/sharedStrings.xml', content: texts }])
  }),
  hostileFile('spreadsheet-entity-bomb', 'spreadsheet', /SPREADSHEET_INVALID/, () =>
    rawSpreadsheet(
      Buffer.from(
        `${entityBomb('worksheet')}<worksheet><sheetData><row><c t="str"><v>&e30;</v></c></row></sheetData></worksheet>`,
      ),
    ),
  ),
  hostileFile(
    'spreadsheet-last-cell',
    'spreadsheet',
    /completed|SPREADSHEET_INVALID|OUTPUT_TOO_LARGE/,
    () =>
      rawSpreadsheet(
        Buffer.from(
          '<worksheet><sheetData><row r="1"><c r="XFD1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>',
        ),
      ),
    { header: false },
  ),
  hostileFile('pdf-loops', 'pdf', /PDF_INVALID|completed/, () =>
    Buffer.from(
      pdfOf([
        [1, '<</Type/Catalog/Pages 2 0 R>>'],
        [2, '<</Type/Pages/Count 1000000/Kids[2 0 R 2 0 R 2 0 R]/Parent 2 0 R>>'],
        [4, '<<>>'],
      ]),
      'latin1',
    ),
  ),
  hostileFile('pdf-bomb', 'pdf', /OUT_OF_MEMORY|TIMED_OUT|PDF_INVALID|completed/, () => {
    // Blocks that are not the last one can be repeated: 2 GiB of spaces, made of one block of 8 MiB.
    const block = deflateRawSync(Buffer.alloc(8 * MIB, ' '), {
      level: 9,
      finishFlush: constants.Z_SYNC_FLUSH,
    })
    const stream = Buffer.concat([
      Buffer.from([0x78, 0x9c]),
      ...numbered(256, () => block),
      Buffer.from([3, 0]),
    ])
    const packed = deflateSync(stream, { level: 9 })
    const text = samplePdf(['x']).replace(
      /<<\/Length \d+>>stream\n.*\nendstream/,
      `<</Length ${packed.length}/Filter[/FlateDecode/FlateDecode]>>stream\n${packed.toString('latin1')}\nendstream`,
    )
    return Buffer.from(text, 'latin1')
  }),
  hostileFile('html-50-mb', 'html', /INPUT_TOO_LARGE/, () => Buffer.from('<b>x'.repeat(13 * MIB)), {
    operation: 'text',
  }),
  hostileFile(
    'html-16-mib',
    'html',
    /completed|OUTPUT_TOO_LARGE|OUT_OF_MEMORY|TIMED_OUT|TOO_COMPLEX/,
    () => Buffer.from('<p>x'.repeat(4 * MIB - 10)),
    { operation: 'text' },
  ),
  hostileFile('feed-entity-bomb', 'rss', /FEED_INVALID/, () =>
    Buffer.from(`${entityBomb('rss')}<rss><channel><title>&e30;</title></channel></rss>`),
  ),
  hostileFile(
    'markdown-16-mib-of-openings',
    'markdown',
    /completed|OUTPUT_TOO_LARGE|OUT_OF_MEMORY|TIMED_OUT|TOO_COMPLEX/,
    () => Buffer.from('[*_`'.repeat(4 * MIB - 10)),
  ),
  {
    name: 'selectors-that-backtrack',
    async run(attack) {
      const html = '<b>'.repeat(100)
      const values = [{ name: 'x', selector: `x${' b'.repeat(9)}` }]
      const node = { id: 'select', type: 'html', timeout_ms: 2_000, data: { html, values } }
      const id = await attack.createWorkflow(chain(node))
      await attack.flood(4, 4, () => attack.runToEnd(id, {}))
    },
  },
  {
    name: 'flood-of-small-files',
    async run(attack) {
      const ids: string[] = []
      await attack.flood(400, 16, async (n) =>
        ids.push((await upload(attack, Buffer.from(`content ${n}`))).$file),
      )
      await attack.flood(800, 16, (n) => attack.send('GET', `/v1/files/${ids[n % ids.length]}/content`))
      await attack.flood(400, 16, (n) => attack.send('DELETE', `/v1/files/${ids[n]}`))
    },
  },
  ...fileNames,
  {
    name: 'many-large-tables-at-once',
    async run(attack) {
      const file = await upload(attack, Buffer.from('1,two,"three",4\n'.repeat(600_000)))
      const id = await attack.createWorkflow(readingWorkflow('csv', { header: false, to: 'file' }))
      await attack.flood(12, 6, () => attack.runToEnd(id, { file }))
    },
  },
]

function hostileFile(
  name: string,
  type: string,
  expected: RegExp,
  make: () => Buffer,
  options: object = {},
): HostileCase {
  return {
    name,
    async run(attack) {
      const stray = new StrayFiles(attack.target.dataFolder)
      const file = await upload(attack, make())
      const id = await attack.createWorkflow(readingWorkflow(type, options))
      const end = await attack.runToEnd(id, { file })
      if (!expected.test(end) && !attack.signal.aborted) throw new Error(`The run ended with ${end}.`)
      const found = stray.inDataFolder()
      if (found.length > 0) throw new Error(`Files are outside of the file store: ${found.join(', ')}`)
      return end
    },
  }
}

/** Entries that share the data of one. */
function overlapping(count: number): Buffer {
  const claimedSize = 20 * MIB
  return rawZip([
    { name: 'first', content: Buffer.alloc(claimedSize) },
    ...numbered(count, (n) => ({ name: `${n}`, content: new Uint8Array(), claimedSize, sameDataAs: 0 })),
  ])
}

/** Entities of entities: the last one stands for more text than any memory holds. */
function entityBomb(root: string): string {
  const entities = numbered(30, (n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`)
  return `<!DOCTYPE ${root} [<!ENTITY e0 "ha">${entities.join('')}]>`
}

function millionRows(): Buffer {
  const row = '<row><c><v>1</v></c><c t="str"><v>some text in a cell</v></c></row>'
  return rawSpreadsheet(Buffer.from(`<worksheet><sheetData>${row.repeat(1_048_576)}</sheetData></worksheet>`))
}
