/** A file in data. Its content is at the server. */
export interface FileValue {
  readonly $file: string
  readonly name: string
  readonly media_type: string
  readonly size: number
  readonly sha256: string
}

const ID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

/** The file that a value stands for; undefined if it is none. Data is not trusted: every member is checked. */
export function toFileValue(value: unknown): FileValue | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const {
    $file,
    name,
    media_type: mediaType,
    size,
    sha256,
  } = value as Partial<Record<keyof FileValue, unknown>>
  if (typeof $file !== 'string' || !ID.test($file)) return undefined
  return {
    $file,
    name: typeof name === 'string' && name !== '' ? name : $file,
    media_type: typeof mediaType === 'string' ? mediaType.toLowerCase() : '',
    size: typeof size === 'number' ? size : 0,
    sha256: typeof sha256 === 'string' ? sha256 : '',
  }
}

/**
 * Where the content is. The answer is an attachment with a sandboxing policy: opened as a page, it is saved, and nothing in it
 * runs. As an image it is shown, and images run nothing.
 */
export function contentUrl({ $file }: FileValue): string {
  return `/app/v1/files/${$file}/content`
}

export type PreviewKind = 'image' | 'pdf' | 'text'

const IMAGES = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/svg+xml',
])
const TEXTS =
  /^(?:text\/.+|application\/(?:[\w.-]+\+)?(?:json|xml|yaml|javascript|sql|x-yaml|x-sh|x-ndjson))$/
const TEXT_NAMES = /\.(?:txt|md|csv|tsv|json|ndjson|xml|ya?ml|html?|css|js|ts|log|ini|toml|sql|eml|ics)$/i
const UNKNOWN = new Set(['', 'application/octet-stream'])

/** How a file can be shown. HTML is shown as text. */
export function previewKindOf({ media_type: type, name }: FileValue): PreviewKind | undefined {
  if (IMAGES.has(type)) return 'image'
  if (type === 'application/pdf' || (UNKNOWN.has(type) && /\.pdf$/i.test(name))) return 'pdf'
  return TEXTS.test(type) || (UNKNOWN.has(type) && TEXT_NAMES.test(name)) ? 'text' : undefined
}
