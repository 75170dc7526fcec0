import Type from 'typebox'
import { readText, reviewText, textParameter } from '#nodes/formats/read-text.ts'
import { runOperation } from '#nodes/formats/run-operation.ts'
import { bare } from '#nodes/parameters/line-parts.ts'
import type { NodeKind, WorkerPool } from '#ports/index.ts'

export function rssNode(workers: WorkerPool): NodeKind {
  return {
    type: 'rss',
    title: 'RSS',
    summary: 'Reads an RSS or Atom feed into a list of items.',
    family: 'data',
    icon: 'rss',
    keywords: ['feed', 'atom', 'news', 'blog', 'podcast', 'parse'],
    line: `{{ ${bare('data.text')} }}`,
    parameters: Type.Object({
      text: textParameter({
        title: 'Feed',
        description: 'The XML of the feed, such as an `http` node returns it.',
      }),
    }),
    output:
      '`{title, description, link, updated, items}`. Each item is `{id, title, link, published, updated, author, summary, content, categories, enclosures}`; an enclosure is `{url, type, size}`. What a feed does not say is null; dates are ISO 8601 in UTC.',
    example: { data: { text: '{{ previous.body }}' } },
    notes: [
      'Reads RSS 0.9 to 2.0, RDF and Atom. Summaries and contents are HTML, as the feed has them: the `html` node makes text of them.',
      'Error codes: `FEED_INVALID`, `INPUT_TOO_LARGE`, `OUTPUT_TOO_LARGE`, `TIMED_OUT`, `OUT_OF_MEMORY`, `WORKERS_BUSY` (too much work waits already).',
    ],
    handles: ['main'],
    hasEffect: false,
    review: (data) => reviewText(data, 'text'),
    async run(call) {
      const text = readText(call, 'text')
      if (typeof text !== 'string') return text
      return runOperation(workers, call, {
        operation: 'rss.parse',
        purpose: 'reading the feed',
        input: { text },
      })
    },
  }
}
