import { crc32, deflateRawSync } from 'node:zlib'

/** An entry of a ZIP file. What it says about itself need not be true. */
export interface RawEntry {
  readonly name: string
  readonly content: Uint8Array
  /** The content as it is stored; by default compressed. Entries with the same content can share it. */
  readonly stored?: Uint8Array
  /** The size that the entry claims. */
  readonly claimedSize?: number
  /** Another entry whose data this one claims as well. */
  readonly sameDataAs?: number
}

/** A ZIP file, byte by byte. */
export function rawZip(entries: readonly RawEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  const offsets: number[] = []
  let length = 0
  const add = (part: Buffer) => {
    parts.push(part)
    length += part.length
  }
  for (const entry of entries) {
    const stored = Buffer.from(entry.stored ?? deflateRawSync(entry.content, { level: 9 }))
    const name = Buffer.from(entry.name)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(0x800, 2)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt16LE(0x5821, 8)
    fields.writeUInt32LE(crc32(entry.content), 10)
    fields.writeUInt32LE(stored.length, 14)
    fields.writeUInt32LE(entry.claimedSize ?? entry.content.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const offset = entry.sameDataAs === undefined ? length : (offsets[entry.sameDataAs] ?? 0)
    offsets.push(offset)
    if (entry.sameDataAs === undefined) {
      add(Buffer.concat([Buffer.from('PK\x03\x04'), fields, name]))
      add(stored)
    }
    const position = Buffer.alloc(14)
    position.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, position, name]))
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(length, 16)
  return Buffer.concat([...parts, list, end])
}

/** A spreadsheet whose only sheet is this XML. */
export function rawSpreadsheet(sheet: Uint8Array, others: readonly RawEntry[] = []): Buffer {
  const part = (name: string, text: string) => ({ name, content: Buffer.from(text) })
  return rawZip([
    part(
      'xl/workbook.xml',
      '<workbook xmlns:r="r"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>',
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
    { name: 'xl/worksheets/sheet1.xml', content: sheet },
    ...others,
  ])
}
