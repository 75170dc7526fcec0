import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { AppError } from '#domain/index.ts'

/** Text fields are kept in memory, so all of them together have the size of any other body. */
const MAX_FIELD_BYTES = 1024 * 1024
const MAX_FIELDS = 1_000
const MAX_HEADER_BYTES = 16 * 1024

type FileEvent = [
  field: string | undefined,
  stream: BusboyFileStream,
  name: string | undefined,
  encoding: string,
  mediaType: string,
]

/** One file of a multipart body. Its chunks have to be read before the next part arrives. */
export interface MultipartFile {
  /** The name of the form field. */
  readonly field: string
  /** The name that the sender gives the file. */
  readonly name: string | undefined
  readonly mediaType: string
  readonly chunks: AsyncIterable<Uint8Array>
}

export interface MultipartReader {
  readonly contentType: string
  readonly maxFiles: number
  onField(name: string, value: string): void
  /** Called for one file after the other. If it fails, reading fails with the same error. */
  onFile(file: MultipartFile): Promise<void>
}

export function isMultipart(contentType: string | undefined): boolean {
  return /^\s*multipart\/form-data\s*(?:;|$)/i.test(contentType ?? '')
}

/** Reads a multipart body as it arrives. What nobody reads of a file is skipped. */
export async function readMultipart(body: AsyncIterable<Uint8Array>, reader: MultipartReader): Promise<void> {
  const parser = openParser(reader)
  const open = new Set<BusboyFileStream>()
  let handled: Promise<void> = Promise.resolve()
  let fieldBytes = 0
  let fail: (error: unknown) => void = () => undefined
  const failed = new Promise<never>((_resolve, reject) => (fail = reject))
  failed.catch(() => undefined)
  const finished = new Promise<void>((resolve) => parser.once('finish', () => resolve()))
  parser.on('error', (error: Error) => fail(malformed(error.message)))
  parser.on('filesLimit', () => fail(refuse(`The body has more than ${counted(reader.maxFiles, 'file')}.`)))
  parser.on('fieldsLimit', () => fail(refuse(`The body has more than ${MAX_FIELDS} fields.`)))
  parser.on('field', (name: string | undefined, value: string, _isNameCut: boolean, isCut: boolean) => {
    fieldBytes += Buffer.byteLength(value)
    if (isCut || fieldBytes > MAX_FIELD_BYTES) {
      fail(refuse(`The text fields have more than ${MAX_FIELD_BYTES} bytes.`, 'too_large'))
      return
    }
    try {
      if (name !== undefined) reader.onField(name, value)
    } catch (error) {
      fail(error)
    }
  })
  parser.on('file', (...event: FileEvent) => {
    const [field, stream, name, , mediaType] = event
    open.add(stream)
    stream.on('error', (error) => fail(malformed(error.message)))
    handled = handled.then(async () => {
      if (field !== undefined) await reader.onFile({ field, name, mediaType, chunks: stream })
      open.delete(stream)
      stream.resume()
    })
    handled.catch(fail)
  })
  try {
    for await (const chunk of body) {
      const written = new Promise<void>((resolve) => parser.write(chunk, () => resolve()))
      await Promise.race([written, failed])
    }
    parser.end()
    await Promise.race([finished, failed])
    await Promise.race([handled, failed])
  } catch (error) {
    for (const stream of open) stream.destroy(error as Error)
    // Its handler may still be busy with the error of its stream.
    await handled.catch(() => undefined)
    throw error
  }
}

function openParser({ contentType, maxFiles }: MultipartReader) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      // Names are made safe where they are used; whole paths help to tell what the sender meant.
      preservePath: true,
      limits: {
        // The name of a form field has up to 100 characters.
        fieldNameSize: 1_000,
        fieldSize: MAX_FIELD_BYTES,
        fields: MAX_FIELDS,
        files: maxFiles,
        headerPairs: 50,
        headerSize: MAX_HEADER_BYTES,
      },
    })
  } catch (error) {
    throw malformed((error as Error).message)
  }
}

function malformed(reason: string): AppError {
  return refuse(`The multipart body cannot be read: ${reason.replace(/\.$/, '')}.`)
}

function refuse(message: string, kind?: 'too_large'): AppError {
  const options = kind === undefined ? {} : { kind }
  return new AppError('VALIDATION_ERROR', message, { issues: [{ path: '', message }] }, options)
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
