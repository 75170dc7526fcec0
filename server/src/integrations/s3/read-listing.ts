import { type JsonObject, readElements, readElementText } from '#domain/index.ts'

/** Reads the XML response of ListObjectsV2. */
export function readListing(xml: string): JsonObject {
  const objects = readElements(xml, 'Contents').map((part) => ({
    key: readElementText(part, 'Key') ?? '',
    size: Number(readElementText(part, 'Size') ?? 0),
    last_modified: readElementText(part, 'LastModified') ?? null,
    etag: readElementText(part, 'ETag') ?? null,
  }))
  const prefixes = readElements(xml, 'CommonPrefixes').map((part) => readElementText(part, 'Prefix') ?? '')
  return { objects, prefixes, next: readElementText(xml, 'NextContinuationToken') ?? null }
}
