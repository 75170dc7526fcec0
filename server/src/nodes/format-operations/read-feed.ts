import { parseXml, TEXT_NAME, type XmlValue } from '@millrace/expressions/formats/xml.ts'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import { formatFailure, type FormatResult } from './format-result.ts'

type XmlObject = { readonly [name: string]: XmlValue }

/** Reads RSS 0.9 to 2.0, RDF and Atom into one shape. */
export function readFeed({ text }: { readonly text: string }): FormatResult {
  const read = parseXml(text, { lists: ['item', 'entry'] })
  if (!read.ok) return formatFailure('FEED_INVALID', `The feed cannot be read: ${read.problem}.`)
  const [name, root] = Object.entries(read.value)[0] ?? ['', '']
  if (!isObject(root)) return refuseRoot(name)
  if (localName(name) === 'feed') return { ok: true, value: readAtom(root) }
  const channel = memberOf(root, 'channel')
  if (!['rss', 'RDF'].includes(localName(name)) || !isObject(channel)) return refuseRoot(name)
  // In RDF, the items are beside the channel.
  return { ok: true, value: readRss(channel, listOf(channel['item'] ?? root['item'])) }
}

function refuseRoot(name: string): FormatResult {
  return formatFailure(
    'FEED_INVALID',
    `The text is XML, but no feed: its root element is \`${name.slice(0, 100)}\`, not \`rss\`, \`feed\` or \`rdf:RDF\`.`,
  )
}

function readRss(channel: XmlObject, items: readonly XmlValue[]): JsonObject {
  return {
    title: textIn(channel, 'title'),
    description: textIn(channel, 'description'),
    link: textIn(channel, 'link'),
    updated: dateIn(channel, 'lastBuildDate', 'pubDate', 'dc:date'),
    items: items.filter(isObject).map((item) => ({
      id: textIn(item, 'guid', 'link', '@rdf:about'),
      title: textIn(item, 'title'),
      link: textIn(item, 'link'),
      published: dateIn(item, 'pubDate', 'dc:date'),
      updated: dateIn(item, 'atom:updated', 'dcterms:modified'),
      author: textIn(item, 'dc:creator', 'author', 'itunes:author'),
      summary: textIn(item, 'description', 'itunes:summary'),
      content: textIn(item, 'content:encoded'),
      categories: textsIn(item['category'] ?? item['dc:subject']),
      enclosures: listOf(item['enclosure'] ?? item['media:content'])
        .filter(isObject)
        .map((one) => enclosureOf(one['@url'], one['@type'], one['@length'] ?? one['@fileSize'])),
    })),
  }
}

function readAtom(feed: XmlObject): JsonObject {
  return {
    title: textIn(feed, 'title'),
    description: textIn(feed, 'subtitle'),
    link: linkOf(feed),
    updated: dateIn(feed, 'updated'),
    items: listOf(feed['entry'])
      .filter(isObject)
      .map((entry) => ({
        id: textIn(entry, 'id') ?? linkOf(entry),
        title: textIn(entry, 'title'),
        link: linkOf(entry),
        published: dateIn(entry, 'published', 'issued', 'updated'),
        updated: dateIn(entry, 'updated', 'modified'),
        author: authorOf(entry) ?? authorOf(feed),
        summary: textIn(entry, 'summary'),
        content: textIn(entry, 'content'),
        categories: listOf(entry['category']).flatMap((one) =>
          isObject(one) && typeof one['@term'] === 'string' ? [one['@term']] : [],
        ),
        enclosures: links(entry, 'enclosure').map((one) =>
          enclosureOf(one['@href'], one['@type'], one['@length']),
        ),
      })),
  }
}

function enclosureOf(url: XmlValue | undefined, type: XmlValue | undefined, length: XmlValue | undefined) {
  const size = Number(length)
  return {
    url: typeof url === 'string' ? url : null,
    type: typeof type === 'string' ? type : null,
    size: typeof length === 'string' && length !== '' && Number.isSafeInteger(size) ? size : null,
  }
}

function links(entry: XmlObject, relation: string): readonly XmlObject[] {
  return listOf(entry['link'])
    .filter(isObject)
    .filter((link) => (link['@rel'] ?? 'alternate') === relation)
}

function linkOf(entry: XmlObject): string | null {
  const href = links(entry, 'alternate')[0]?.['@href'] ?? listOf(entry['link']).find(isObject)?.['@href']
  return typeof href === 'string' ? href : null
}

function authorOf(entry: XmlObject): string | null {
  const author = listOf(entry['author'])[0]
  return isObject(author) ? textIn(author, 'name', 'email') : null
}

/** The text of the first of these members that has one. */
function textIn(object: XmlObject, ...names: readonly string[]): string | null {
  for (const name of names) {
    for (const value of listOf(object[name])) {
      const text = textOf(value)
      if (text !== '') return text
    }
  }
  return null
}

function textsIn(value: XmlValue | undefined): JsonValue[] {
  return listOf(value)
    .map(textOf)
    .filter((text) => text !== '')
}

function textOf(value: XmlValue): string {
  if (typeof value === 'string') return value.trim()
  const text = isObject(value) ? value[TEXT_NAME] : undefined
  return typeof text === 'string' ? text.trim() : ''
}

/** As ISO 8601, or null if no member is a date. */
function dateIn(object: XmlObject, ...names: readonly string[]): string | null {
  for (const name of names) {
    const text = textIn(object, name)
    const ms = text === null ? Number.NaN : Date.parse(text)
    if (!Number.isNaN(ms)) return new Date(ms).toISOString()
  }
  return null
}

function memberOf(object: XmlObject, name: string): XmlValue | undefined {
  return object[name] ?? Object.entries(object).find(([key]) => localName(key) === name)?.[1]
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function listOf(value: XmlValue | undefined): readonly XmlValue[] {
  if (value === undefined) return []
  return Array.isArray(value) ? (value as readonly XmlValue[]) : [value]
}

function isObject(value: XmlValue | undefined): value is XmlObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
