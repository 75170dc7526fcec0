/** A PDF file with a line of text on each page. Further objects are written as they are, from number 100 on. */
export function samplePdf(pages: readonly string[], others: readonly string[] = []): string {
  const objects: [number, string][] = [
    [1, '<</Type/Catalog/Pages 2 0 R>>'],
    [
      2,
      `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, index) => `${10 + 2 * index} 0 R`).join(' ')}]>>`,
    ],
    [3, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>'],
    [4, "<</Title(Sample)/Author(Example)/CreationDate(D:20260131120000+01'00')>>"],
    ...pages.flatMap((text, index): [number, string][] => {
      const stream = `BT /F1 12 Tf 72 720 Td (${text.replaceAll(/[()\\]/g, (one) => `\\${one}`)}) Tj ET`
      return [
        [
          10 + 2 * index,
          `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>/Contents ${11 + 2 * index} 0 R>>`,
        ],
        [11 + 2 * index, `<</Length ${stream.length}>>stream\n${stream}\nendstream`],
      ]
    }),
    ...others.map((text, index): [number, string] => [100 + index, text]),
  ]
  return pdfOf(objects)
}

/** A PDF file of these objects. Number 1 is the catalogue. */
export function pdfOf(objects: readonly (readonly [number, string])[]): string {
  let text = '%PDF-1.4\n'
  const offsets = new Map<number, number>()
  for (const [number, content] of objects) {
    offsets.set(number, text.length)
    text += `${number} 0 obj\n${content}\nendobj\n`
  }
  const start = text.length
  const entries = [...offsets].map(
    ([number, offset]) => `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`,
  )
  const size = Math.max(...offsets.keys()) + 1
  return `${text}xref\n0 1\n0000000000 65535 f \n${entries.join('')}trailer\n<</Size ${size}/Root 1 0 R/Info 4 0 R>>\nstartxref\n${start}\n%%EOF\n`
}
