const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * The contents of all elements with this name. The XML of S3 is flat and machine-generated, so the few relevant elements are
 * extracted by name. Other XML features (doctypes, custom entities, includes) are ignored.
 */
export function readElements(xml: string, name: string): readonly string[] {
  const found: string[] = []
  const open = `<${name}>`
  const close = `</${name}>`
  for (let start = xml.indexOf(open); start !== -1;) {
    const end = xml.indexOf(close, start)
    if (end === -1) break
    found.push(xml.slice(start + open.length, end))
    start = xml.indexOf(open, end)
  }
  return found
}

/** The text of the first element with this name. */
export function readElementText(xml: string, name: string): string | undefined {
  const [text] = readElements(xml, name)
  return text?.replaceAll(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi,
    (match, hex?: string, decimal?: string, word?: string) => {
      if (word !== undefined) return ENTITIES[word.toLowerCase()] ?? match
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : match
    },
  )
}
