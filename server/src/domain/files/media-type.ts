const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,100}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,100}$/

const UNKNOWN_MEDIA_TYPE = 'application/octet-stream'

/** The media type in a header, in lower case and without parameters. */
export function readMediaType(header: string | undefined, fallback = UNKNOWN_MEDIA_TYPE): string {
  const type = (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return MEDIA_TYPE.test(type) ? type : fallback
}
