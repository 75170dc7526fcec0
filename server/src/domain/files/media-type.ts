const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,100}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,100}$/

const UNKNOWN_MEDIA_TYPE = 'application/octet-stream'

/** The media type in a header, in lower case and without parameters. */
export function readMediaType(header: string | undefined, fallback = UNKNOWN_MEDIA_TYPE): string {
  const type = (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return MEDIA_TYPE.test(type) ? type : fallback
}

const BY_EXTENSION: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  gif: 'image/gif',
  gz: 'application/gzip',
  htm: 'text/html',
  html: 'text/html',
  ics: 'text/calendar',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  md: 'text/markdown',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  tsv: 'text/tab-separated-values',
  txt: 'text/plain',
  webp: 'image/webp',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  xml: 'application/xml',
  zip: 'application/zip',
}

/** The media type of a file without one, by the extension of its name. */
export function mediaTypeOf(name: string): string {
  const extension = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(BY_EXTENSION, extension)
    ? (BY_EXTENSION[extension] ?? 'application/octet-stream')
    : 'application/octet-stream'
}
