import { toStreamSafe } from '../shared/stream-safe.ts'
import { trimEnd } from '../shared/trim-end.ts'

const MAX_NAME_LENGTH = 200

/** What no file name needs: control characters, marks that change the direction of text, and what systems reserve. */
// oxlint-disable-next-line no-control-regex -- these are what must go
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff<>:"|?*]/gu

/**
 * A name that is harmless wherever it is shown or saved: the last segment of a path, without control characters, reserved
 * characters, leading dots and trailing dots or spaces. It is never used as a path by this service.
 */
export function safeFileName(text: string | undefined, fallback = 'file'): string {
  const segments = toStreamSafe((text ?? '').toWellFormed())
    .normalize('NFC')
    .split(/[/\\]/)
  const last = segments.findLast((segment) => segment.replaceAll(UNSAFE, '').trim() !== '') ?? ''
  const harmless = last.replaceAll(UNSAFE, '').replaceAll('\ufffd', '').trim().replace(/^\.+/, '')
  const name = trimEnd(harmless, /[.\s]/)
  return name === '' ? fallback : shorten(name)
}

const MAX_PATH_SEGMENTS = 32

/**
 * A path inside an archive that stays inside of it: relative, with `/` between its segments, without `..`, control characters
 * and reserved characters.
 */
export function safeFilePath(text: string): string {
  const segments = toStreamSafe(text.toWellFormed())
    .normalize('NFC')
    .split(/[/\\]/)
    .map((segment) => segment.replaceAll(UNSAFE, '').replaceAll('\ufffd', '').trim())
    .filter((segment) => !/^\.*$/.test(segment))
    .map(shorten)
  return segments.length === 0 ? 'file' : segments.slice(-MAX_PATH_SEGMENTS).join('/')
}

/** Keeps the extension of a name that is too long. */
function shorten(name: string): string {
  const characters = [...name]
  if (characters.length <= MAX_NAME_LENGTH) return name
  const extension = /\.[^.\s]{1,20}$/u.exec(name)?.[0] ?? ''
  return characters.slice(0, MAX_NAME_LENGTH - [...extension].length).join('') + extension
}

/** The header that makes browsers save an answer under this name instead of showing it (RFC 6266). */
export function attachmentHeader(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  // `encodeURIComponent` leaves these unchanged, and RFC 8187 does not allow them.
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return plain === name
    ? `attachment; filename="${plain}"`
    : `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
