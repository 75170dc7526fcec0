import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { JsonObject } from '#domain/index.ts'
import { failureOf, formats, outputOf, workers } from '#nodes/testing/format-node.ts'
import { rssNode } from './rss.node.ts'

const node = rssNode(formats)
const read = async (text: string) => (await outputOf(node, { text })) as JsonObject

describe('The `rss` node', () => {
  after(() => workers.close())

  it('reads RSS 2.0 with the usual extensions', async () => {
    const feed = await read(`<?xml version="1.0" encoding="UTF-8"?>
      <rss version="2.0" xmlns:content="c" xmlns:dc="d" xmlns:atom="a"><channel>
        <title>News</title><description>All of it</description>
        <atom:link href="https://example.com/feed" rel="self"/><link>https://example.com</link>
        <lastBuildDate>Sat, 31 Jan 2026 10:30:00 +0100</lastBuildDate>
        <item><title>A &amp; B</title><link>https://example.com/1</link><guid isPermaLink="false">one</guid>
          <pubDate>not a date</pubDate><dc:creator>Ada</dc:creator><category>x</category><category domain="d">y</category>
          <description><![CDATA[<p>short</p>]]></description><content:encoded><![CDATA[<p>long</p>]]></content:encoded>
          <enclosure url="https://example.com/1.mp3" type="audio/mpeg" length="123"/></item>
      </channel></rss>`)
    assert.deepEqual(feed, {
      title: 'News',
      description: 'All of it',
      link: 'https://example.com',
      updated: '2026-01-31T09:30:00.000Z',
      items: [
        {
          id: 'one',
          title: 'A & B',
          link: 'https://example.com/1',
          published: null,
          updated: null,
          author: 'Ada',
          summary: '<p>short</p>',
          content: '<p>long</p>',
          categories: ['x', 'y'],
          enclosures: [{ url: 'https://example.com/1.mp3', type: 'audio/mpeg', size: 123 }],
        },
      ],
    })
  })

  it('reads Atom', async () => {
    const feed = await read(`<feed xmlns="http://www.w3.org/2005/Atom"><title type="text">Blog</title>
      <link rel="self" href="https://example.com/atom"/><link href="https://example.com/"/>
      <updated>2026-01-31T09:30:00Z</updated><author><name>Ada</name></author>
      <entry><id>urn:1</id><title>First</title><link rel="alternate" href="https://example.com/1"/>
        <link rel="enclosure" href="https://example.com/1.pdf" type="application/pdf" length="x"/>
        <updated>2026-01-30T00:00:00Z</updated><category term="t"/><summary>s</summary></entry></feed>`)
    assert.deepEqual([feed['title'], feed['link']], ['Blog', 'https://example.com/'])
    assert.deepEqual(feed['items'], [
      {
        id: 'urn:1',
        title: 'First',
        link: 'https://example.com/1',
        published: '2026-01-30T00:00:00.000Z',
        updated: '2026-01-30T00:00:00.000Z',
        author: 'Ada',
        summary: 's',
        content: null,
        categories: ['t'],
        enclosures: [{ url: 'https://example.com/1.pdf', type: 'application/pdf', size: null }],
      },
    ])
  })

  it('reads RDF, and feeds without items', async () => {
    const { items, title } = await read(
      '<rdf:RDF xmlns:rdf="r"><channel><title>Old</title></channel><item rdf:about="i"><title>T</title><dc:date>2026-01-31</dc:date></item></rdf:RDF>',
    )
    const [item] = items as readonly JsonObject[]
    assert.deepEqual([title, item?.['id'], item?.['published']], ['Old', 'i', '2026-01-31T00:00:00.000Z'])
    const empty = await read('<rss><channel><title>E</title></channel></rss>')
    assert.deepEqual(empty['items'], [])
  })

  it('says what is no feed', async () => {
    assert.match(await failureOf(node, { text: '<html/>' }), /^FEED_INVALID: .* root element is `html`/)
    assert.match(await failureOf(node, { text: '<rss>' }), /^FEED_INVALID: The feed cannot be read: /)
  })
})
