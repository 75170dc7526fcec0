import { getDocumentProxy } from 'unpdf'
import type { JsonObject } from '#domain/index.ts'
import { type FormatResult, reasonOf } from '#nodes/format-operations/format-result.ts'
import { MAX_RESULT_LENGTH } from '#nodes/format-operations/operations.ts'
import type { NewFileName } from '#nodes/thread-files/file-messages.ts'
import { OperationFailed } from '#nodes/thread-files/operation-failed.ts'
import type { ThreadFiles } from '#nodes/thread-files/thread-files.ts'

const MAX_BYTES = 50 * 1024 * 1024

export interface PdfInput {
  /** `text`: one text; `pages`: one text per page; `info`: no text. */
  readonly operation: 'text' | 'pages' | 'info'
  /** Numbers of the first and the last page of each range; empty: all pages. */
  readonly ranges: readonly (readonly [number, number])[]
  /** The file to write the text to; without it, it is part of the output. */
  readonly target: NewFileName | null
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

export async function readPdf(files: ThreadFiles, input: PdfInput): Promise<FormatResult> {
  const pdf = await open(await readBytes(files))
  try {
    const facts = { page_count: pdf.numPages, ...(await describe(pdf)) }
    if (input.operation === 'info') return { ok: true, value: facts }
    return input.target === null
      ? await toValue(pdf, input, facts)
      : await toFile(pdf, input, files.create(input.target))
  } finally {
    await pdf.loadingTask.destroy()
  }
}

async function toValue(pdf: Pdf, input: PdfInput, facts: JsonObject): Promise<FormatResult> {
  const pages: { number: number; text: string }[] = []
  let length = 0
  for await (const page of readPages(pdf, input.ranges)) {
    length += JSON.stringify(page).length
    if (length > MAX_RESULT_LENGTH)
      throw new OperationFailed(
        'OUTPUT_TOO_LARGE',
        `A step can return 1 MiB, which is reached on page ${page.number}. Choose fewer \`pages\`, or set \`to\` to \`file\`.`,
      )
    pages.push(page)
  }
  const content: JsonObject = input.operation === 'pages' ? { pages } : { text: joinPages(pages) }
  return { ok: true, value: { ...facts, ...content } }
}

async function toFile(
  pdf: Pdf,
  input: PdfInput,
  file: ReturnType<ThreadFiles['create']>,
): Promise<FormatResult> {
  let isFirst = true
  for await (const { text } of readPages(pdf, input.ranges)) {
    await file.writeText(isFirst ? text : `\n\n${text}`)
    isFirst = false
  }
  return { ok: true, value: await file.end() }
}

function joinPages(pages: readonly { readonly text: string }[]): string {
  return pages.map(({ text }) => text).join('\n\n')
}

async function* readPages(pdf: Pdf, ranges: PdfInput['ranges']) {
  const wanted = ranges.length === 0 ? ([[1, pdf.numPages]] as const) : ranges
  for (const [first, last] of wanted) {
    if (first > pdf.numPages)
      throw new OperationFailed(
        'PAGE_NOT_FOUND',
        `There is no page ${first}: the PDF has ${countPages(pdf.numPages)}.`,
      )
    for (let number = first; number <= Math.min(last, pdf.numPages); number += 1)
      yield { number, text: await readPage(pdf, number) }
  }
}

function countPages(count: number): string {
  return count === 1 ? '1 page' : `${count.toLocaleString('en')} pages`
}

async function readPage(pdf: Pdf, number: number): Promise<string> {
  try {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    page.cleanup()
    let text = ''
    for (const item of items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str
    return text.trim()
  } catch (error) {
    throw new OperationFailed('PDF_INVALID', `Page ${number} of the PDF cannot be read: ${reasonOf(error)}.`)
  }
}

/** What the PDF says about itself, as far as it does. */
async function describe(pdf: Pdf): Promise<JsonObject> {
  const info = await pdf.getMetadata().then(
    (metadata): Readonly<Record<string, unknown>> => Object.fromEntries(Object.entries(metadata.info)),
    (): Readonly<Record<string, unknown>> => ({}),
  )
  const textOf = (name: string): string | null => {
    const value = info[name]
    return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 1_000) : null
  }
  return { title: textOf('Title'), author: textOf('Author'), created: toIsoDate(textOf('CreationDate')) }
}

/** Dates of PDF files look like `D:20260131120000+01'00'`. */
function toIsoDate(value: string | null): string | null {
  const parts = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-]\d\d)'?(\d\d)?)?/.exec(value ?? '')
  if (parts === null) return null
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', zone, rest = '00'] =
    parts
  const offset = zone === undefined ? 'Z' : `${zone}:${rest}`
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

async function open(bytes: Uint8Array): Promise<Pdf> {
  try {
    return await getDocumentProxy(bytes, {
      verbosity: 0,
      useSystemFonts: false,
      disableFontFace: true,
      stopAtErrors: false,
    })
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException')
      throw new OperationFailed(
        'PASSWORD_REQUIRED',
        'The PDF is protected with a password. Remove the protection first.',
      )
    throw new OperationFailed('PDF_INVALID', `The PDF cannot be read: ${reasonOf(error)}.`)
  }
}

async function readBytes(files: ThreadFiles): Promise<Uint8Array> {
  const size = files.inputs[0]?.size ?? 0
  if (size > MAX_BYTES)
    throw new OperationFailed(
      'INPUT_TOO_LARGE',
      `The PDF has ${(size / 1024 / 1024).toFixed(1)} MiB, but at most ${MAX_BYTES / 1024 / 1024} MiB can be read.`,
    )
  const bytes = new Uint8Array(size)
  let position = 0
  for await (const chunk of files.read(0)) {
    bytes.set(chunk, position)
    position += chunk.length
  }
  return bytes
}
