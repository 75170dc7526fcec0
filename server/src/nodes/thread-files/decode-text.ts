import { OperationFailed } from './operation-failed.ts'

/** How the bytes of a file become characters. */
export const ENCODINGS = [
  'detect',
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1251',
  'iso-8859-2',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
] as const

export type Encoding = (typeof ENCODINGS)[number]

/** How far into a file its encoding is declared, in XML and HTML. */
const DECLARATION_BYTES = 1_024

/** The characters of a file, in parts. Never ends in the middle of a character. */
export async function* decodeText(
  chunks: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  for await (const chunk of chunks) {
    decoder ??= openDecoder(encoding === 'detect' ? detectEncoding(chunk) : encoding)
    const text = decode(decoder, chunk)
    if (text !== '') yield text
  }
  const last = decoder === undefined ? '' : decode(decoder)
  if (last !== '') yield last
}

/** The text of a file. Fails if it has more bytes than fit into memory together with what is made of it. */
export async function readWholeText(
  chunks: AsyncIterable<Uint8Array>,
  { size, encoding, maxBytes }: { size: number; encoding: Encoding; maxBytes: number },
): Promise<string> {
  if (size > maxBytes) {
    const sizes = `The file has ${(size / 1024 / 1024).toFixed(1)} MiB, but a text of at most ${maxBytes / 1024 / 1024} MiB can be read.`
    throw new OperationFailed('INPUT_TOO_LARGE', `${sizes} Split it into smaller parts.`)
  }
  const parts: string[] = []
  for await (const part of decodeText(chunks, encoding)) parts.push(part)
  return parts.join('')
}

function openDecoder(label: string): TextDecoder {
  try {
    return new TextDecoder(label, { fatal: true })
  } catch {
    throw new OperationFailed(
      'ENCODING_INVALID',
      `The file says that its encoding is \`${label.slice(0, 50)}\`, which is not known. Set \`encoding\`.`,
    )
  }
}

function decode(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined })
  } catch {
    throw new OperationFailed(
      'ENCODING_INVALID',
      `The file has bytes that are not ${decoder.encoding.toUpperCase()}. Set \`encoding\`, for example to \`windows-1252\` for files of older Windows programs.`,
    )
  }
}

/** By a byte order mark, or as XML and HTML declare it; otherwise UTF-8. */
function detectEncoding(chunk: Uint8Array): string {
  const [first, second] = chunk
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xef && second === 0xbb) return 'utf-8'
  const start = new TextDecoder('latin1').decode(chunk.subarray(0, DECLARATION_BYTES))
  const xml = /^\s*<\?xml[^>]{0,200}?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(start)
  const html = /<meta[^>]{0,200}?charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(start)
  const declared = (xml?.[1] ?? html?.[1] ?? 'utf-8').toLowerCase()
  // The declaration was read byte by byte, so it cannot be in an encoding of two bytes.
  return declared.startsWith('utf-16') ? 'utf-8' : declared
}
