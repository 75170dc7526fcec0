import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
// @ts-expect-error -- its declarations are for another name
import domino from '@mixmark-io/domino'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import { csvNode } from '#nodes/csv/csv.node.ts'
import { htmlNode } from '#nodes/html/html.node.ts'
import { markdownNode } from '#nodes/markdown/markdown.node.ts'
import { rssNode } from '#nodes/rss/rss.node.ts'
import { bytesOf, failureOf, fileOf, formats, outputOf, workers } from '#nodes/testing/format-node.ts'
import { xmlNode } from '#nodes/xml/xml.node.ts'
import { packagedFile, packagedFiles } from '#test/support/packaged-files.ts'

interface FoundElement {
  readonly textContent: string | null
  getAttribute(name: string): string | null
}
interface FoundDocument {
  readonly body: FoundElement
  querySelectorAll(selector: string): ArrayLike<FoundElement>
}
/** Reads HTML as browsers do. */
const { createDocument } = domino as { createDocument(html: string): FoundDocument }

const csv = csvNode(formats)
const xml = xmlNode(formats)
const html = htmlNode(formats)
const markdown = markdownNode(formats)
const rss = rssNode(formats)

describe('Texts of the real world', () => {
  after(() => workers.close())

  it('A table in CSV with texts of 25 languages has the values that its author has in JSON, also after a round trip', async () => {
    const expected = countries()
    const { content, name } = packagedFile('world-countries', 'dist/countries.csv')
    const rows = (await outputOf(csv, {}, await fileOf(content, name))) as JsonObject[]
    assertCountries(rows, (column) => column)
    const written = await outputOf(csv, { operation: 'format', items: rows, to: 'file' })
    assert.deepEqual(await outputOf(csv, {}, written), rows)
    const columns = ['cca3', 'translations.jpn.official']
    assert.deepEqual(
      await outputOf(csv, { columns, skip: 249 }, await fileOf(content, name)),
      expected
        .slice(249)
        .map(({ cca3, ...country }) => ({ cca3, [columns[1] ?? '']: country[columns[1] ?? ''] })),
    )
  })

  it('A document in XML has the values that its author has in JSON, also after a round trip', async () => {
    const { content, name } = packagedFile('world-countries', 'dist/countries.xml')
    const value = (await outputOf(xml, {}, await fileOf(content, name))) as JsonObject
    const { country: rows } = value['countries'] as { country: JsonObject[] }
    assertCountries(rows, (column) => `@${column}`)
    const written = await outputOf(xml, { operation: 'format', value, to: 'file' })
    assert.deepEqual(await outputOf(xml, {}, written), value)
  })

  it('Feeds are read: each entry of RSS and Atom once, with what it says', async () => {
    for (const { content, name } of packagedFiles('feed-reader', 'test-data/{rss,atom}*.xml')) {
      const text = content.toString('utf8')
      const feed = (await outputOf(rss, {}, await fileOf(content, name))) as { items: JsonObject[] }
      const titles = [...text.matchAll(/<(?:item|entry)>.*?<title[^>]*>(.*?)<\/title>/gs)]
      assert.ok(titles.length > 0, name)
      assert.deepEqual(
        feed.items.map(({ title }) => title),
        titles.map(([, title = '']) => textOf(`<p>${title}</p>`)),
        name,
      )
      for (const { id, link, published } of feed.items) {
        assert.match(link as string, /^https?:\/\//, name)
        assert.ok(typeof id === 'string' && id !== '', name)
        assert.equal(new Date(published as string).toISOString(), published, name)
      }
      const document = await outputOf(xml, {}, await fileOf(content, name))
      const written = await outputOf(xml, { operation: 'format', value: document, to: 'file' })
      assert.deepEqual(await outputOf(xml, {}, written), document, name)
    }
    const [podcast] = packagedFiles('feed-reader', 'test-data/podcast.rss')
    const { items } = (await outputOf(rss, {}, await fileOf(podcast?.content ?? ''))) as {
      items: JsonObject[]
    }
    assert.deepEqual(items[0]?.['enclosures'], [
      {
        url: 'https://www.example.com/podcasts/dafnas-zebras/audio/toptenmyths.mp3',
        type: 'audio/mpeg',
        size: 34_216_300,
      },
    ])
    const [notXml] = packagedFiles('feed-reader', 'test-data/*-realworld.json')
    assert.match(await failureOf(rss, {}, await fileOf(notXml?.content ?? '')), /^FEED_INVALID: /)
  })

  it('Web pages and e-mails have the titles, headings, links and options that another parser finds', async () => {
    const texts = ['title', 'h1', 'h2', 'h3', 'option', 'code']
    const attributes = [
      ['a', 'href'],
      ['img', 'src'],
      ['meta', 'content'],
    ] as const
    const values = [
      ...texts.map((selector) => ({ name: selector, selector, all: true })),
      ...attributes.map(([element, attribute]) => ({
        name: `${element} ${attribute}`,
        selector: `${element}[${attribute}]`,
        get: 'attribute',
        attribute,
        all: true,
      })),
    ]
    let found = 0
    for (const { content, path } of webPages()) {
      const page = (await outputOf(html, { values, to: 'file' }, await fileOf(content, path))) as JsonObject
      const given = JSON.parse(String(await bytesOf(page))) as Record<string, string[]>
      const document = createDocument(content.toString('utf8'))
      const all = (selector: string) => Array.from(document.querySelectorAll(selector))
      for (const selector of texts) {
        const expected = all(selector).map((element) => collapse(element.textContent ?? ''))
        found += expected.length
        assert.deepEqual(given[selector]?.map(collapse), expected, `${selector} of ${path}`)
      }
      for (const [element, attribute] of attributes)
        assert.deepEqual(
          given[`${element} ${attribute}`],
          all(`${element}[${attribute}]`).map((one) => one.getAttribute(attribute)),
          `${attribute} of ${path}`,
        )
    }
    assert.ok(found > 1_000, `only ${found} texts`)
  })

  it('Manuals in Markdown keep their text on the way to HTML, back and to HTML again', async () => {
    const manuals = [
      ...['marked', 'turndown', 'jose', 'pino', 'saxes'].flatMap((name) =>
        packagedFiles(name, '{README,readme}.md'),
      ),
      ...packagedFiles('fastify', 'docs/**/*.md'),
      ...packagedFiles('undici', 'docs/**/*.md'),
    ]
    assert.ok(manuals.length > 50, `only ${manuals.length} manuals`)
    for (const { content, path } of manuals) {
      const first = await outputOf(markdown, { text: content.toString('utf8') })
      const back = await outputOf(markdown, { operation: 'from_html' }, first)
      const second = await outputOf(markdown, { text: back })
      assert.equal(await shownBy(second), await shownBy(first), path)
    }
  })
})

/** The countries as flat objects: the path of a value as its name. */
function countries(): Readonly<Record<string, string>>[] {
  const { content } = packagedFile('world-countries', 'dist/countries.json')
  return (JSON.parse(content.toString('utf8')) as JsonObject[]).map((country) => {
    const flat: Record<string, string> = {}
    const visit = (value: JsonValue, path: string) => {
      if (typeof value === 'string') flat[path] = value
      else if (value !== null && typeof value === 'object' && !Array.isArray(value))
        for (const [name, member] of Object.entries(value))
          visit(member, path === '' ? name : `${path}.${name}`)
    }
    visit(country, '')
    return flat
  })
}

/** Compares the texts that both have; lists and numbers are written differently in each format. */
function assertCountries(rows: readonly JsonObject[], nameOf: (column: string) => string): void {
  const expected = countries()
  assert.equal(rows.length, expected.length)
  let compared = 0
  for (const [index, row] of rows.entries()) {
    for (const [column, value] of Object.entries(expected[index] ?? {})) {
      const given = row[nameOf(column)]
      if (given === undefined) continue
      assert.equal(given, value, `${column} of country ${index + 1}`)
      compared += 1
    }
  }
  assert.ok(compared > 10_000, `only ${compared} values were compared`)
}

function webPages() {
  return [
    ...packagedFiles('@mixmark-io/domino', 'test/w3c/**/*.html'),
    ...packagedFiles('html5-parser', 'test/html5lib-tests/sites/*.htm'),
    ...packagedFiles('responsive-html-email-template', '*.html'),
    ...packagedFiles('pino', 'index.html'),
  ]
}

async function shownBy(page: JsonValue): Promise<string> {
  return collapse((await outputOf(html, { operation: 'text' }, page)) as string)
}

function textOf(part: string): string {
  return collapse(createDocument(part).body.textContent ?? '')
}

function collapse(text: string): string {
  return text.replaceAll(/[\s\u00a0]+/g, ' ').trim()
}
