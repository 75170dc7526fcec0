import type { FileEntry } from '@zip.js/zip.js'
import { EntryTooLarge, ZipFile } from '../archive/zip-file.ts'
import { OperationFailed } from '#nodes/thread-files/operation-failed.ts'
import type { ThreadFiles } from '#nodes/thread-files/thread-files.ts'
import { type DateKind, dateKindOf } from './cell-dates.ts'
import { decodeCellText } from './cell-text.ts'
import { XmlEvents, type XmlHandler } from './xml-events.ts'

const MIB = 1024 * 1024
/** Shared texts and styles are held in memory. */
const MAX_PART_BYTES = 128 * MIB
/** A sheet is read as a stream; this bounds what a small file can stand for. */
const MAX_SHEET_BYTES = 1024 * MIB

export interface Sheet {
  readonly name: string
  readonly isHidden: boolean
  readonly path: string
}

/** An xlsx file: a ZIP archive with XML documents in it. */
export class Workbook {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, FileEntry>
  readonly sheets: readonly Sheet[]
  /** Whether days are counted from 1904, as old programs for the Mac did. */
  readonly is1904: boolean
  readonly #root: string

  private constructor(
    zip: ZipFile,
    entries: ReadonlyMap<string, FileEntry>,
    { sheets, is1904, root }: { sheets: readonly Sheet[]; is1904: boolean; root: string },
  ) {
    this.#zip = zip
    this.#entries = entries
    this.sheets = sheets
    this.is1904 = is1904
    this.#root = root
  }

  static async open(files: ThreadFiles): Promise<Workbook> {
    await refuseOldFiles(files)
    const zip = new ZipFile(files, { code: 'SPREADSHEET_INVALID', noun: 'The spreadsheet' })
    const entries = new Map((await zip.entries()).map((entry) => [keyOf(entry.filename), entry]))
    const path = entries.has('xl/workbook.xml')
      ? 'xl/workbook.xml'
      : [...entries.keys()].find((name) => name.endsWith('/workbook.xml') || name === 'workbook.xml')
    const entry = path === undefined ? undefined : entries.get(path)
    if (path === undefined || entry === undefined)
      throw new OperationFailed(
        'SPREADSHEET_INVALID',
        'The file is a ZIP archive, but not a spreadsheet in the format xlsx.',
      )
    const root = path.slice(0, -'workbook.xml'.length)
    const targets = new Map<string, string>()
    const relations = entries.get(`${root}_rels/workbook.xml.rels`)
    if (relations !== undefined)
      await readPart(zip, relations, {
        onOpen(name, { Id, Target }) {
          if (name === 'Relationship' && Id !== undefined && Target !== undefined)
            targets.set(Id, keyOf(Target.startsWith('/') ? Target : `${root}${Target}`))
        },
      })
    const sheets: Sheet[] = []
    let is1904 = false
    await readPart(zip, entry, {
      onOpen(name, attributes) {
        if (name === 'workbookPr') is1904 = isTrue(attributes['date1904'])
        if (name !== 'sheet') return
        const relation = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
        sheets.push({
          name: attributes['name'] ?? '',
          isHidden: (attributes['state'] ?? 'visible') !== 'visible',
          path: targets.get(relation) ?? `${root}worksheets/sheet${sheets.length + 1}.xml`,
        })
      },
    })
    return new Workbook(zip, entries, { sheets, is1904, root })
  }

  /** Texts that cells refer to by their number. */
  async readTexts(): Promise<readonly string[]> {
    const entry = this.#entries.get(`${this.#root}sharedstrings.xml`)
    const texts: string[] = []
    if (entry === undefined) return texts
    let text = ''
    let isText = false
    let isPhonetic = false
    await readPart(this.#zip, entry, {
      onOpen(name) {
        if (name === 'si') text = ''
        else if (name === 'rPh') isPhonetic = true
        isText = name === 't' && !isPhonetic
      },
      onText(part) {
        if (isText) text += part
      },
      onClose(name) {
        if (name === 'si') texts.push(decodeCellText(text))
        else if (name === 'rPh') isPhonetic = false
        isText = false
      },
    })
    return texts
  }

  /** What the numbers of each style stand for. */
  async readDateStyles(): Promise<readonly (DateKind | undefined)[]> {
    const entry = this.#entries.get(`${this.#root}styles.xml`)
    const styles: (DateKind | undefined)[] = []
    if (entry === undefined) return styles
    const codes = new Map<number, string>()
    let isInStyles = false
    await readPart(this.#zip, entry, {
      onOpen(name, attributes) {
        const id = Number(attributes['numFmtId'] ?? 0)
        if (name === 'numFmt') codes.set(id, attributes['formatCode'] ?? '')
        else if (name === 'cellXfs') isInStyles = true
        else if (name === 'xf' && isInStyles) styles.push(dateKindOf(id, codes.get(id)))
      },
      onClose(name) {
        if (name === 'cellXfs') isInStyles = false
      },
    })
    return styles
  }

  /** Reads a sheet. `onChunk` is called after each part of it, when the handler has seen its events. */
  async readSheet(
    { name, path }: Sheet,
    handler: XmlHandler,
    onChunk: () => Promise<void> | undefined,
  ): Promise<void> {
    const entry = this.#entries.get(path)
    if (entry === undefined)
      throw new OperationFailed(
        'SPREADSHEET_INVALID',
        `The sheet \`${name.slice(0, 100)}\` has no rows: it is a chart.`,
      )
    const events = new XmlEvents(handler)
    await read(this.#zip, entry, MAX_SHEET_BYTES, async (bytes) => {
      events.write(bytes)
      await onChunk()
    })
    events.end()
    await onChunk()
  }
}

async function readPart(zip: ZipFile, entry: FileEntry, handler: XmlHandler): Promise<void> {
  const events = new XmlEvents(handler)
  await read(zip, entry, MAX_PART_BYTES, (bytes) => events.write(bytes))
  events.end()
}

async function read(
  zip: ZipFile,
  entry: FileEntry,
  maxBytes: number,
  onChunk: (bytes: Uint8Array) => Promise<void> | void,
): Promise<void> {
  try {
    await zip.read(entry, maxBytes, onChunk)
  } catch (error) {
    if (!(error instanceof EntryTooLarge)) throw error
    throw new OperationFailed(
      'INPUT_TOO_LARGE',
      `The spreadsheet is larger than ${maxBytes / MIB} MiB when it is unpacked. Split it into smaller files.`,
    )
  }
}

async function refuseOldFiles(files: ThreadFiles): Promise<void> {
  const size = files.inputs[0]?.size ?? 0
  const start: number[] = []
  if (size > 0)
    for await (const chunk of files.read(0, { start: 0, end: Math.min(size, 4) - 1 })) start.push(...chunk)
  if (start[0] === 0x50 && start[1] === 0x4b) return
  const message =
    start[0] === 0xd0 && start[1] === 0xcf
      ? 'The file is a spreadsheet in the old format xls, or protected with a password. Save it as xlsx without a password.'
      : 'The file is not a spreadsheet in the format xlsx.'
  throw new OperationFailed('SPREADSHEET_INVALID', message)
}

/** Names of parts do not distinguish upper and lower case. */
function keyOf(path: string): string {
  const segments: string[] = []
  for (const segment of path.toLowerCase().split('/'))
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  return segments.join('/')
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}
