import Type from 'typebox'
import { readSource, reviewSource, sourceParameter } from '#nodes/formats/read-source.ts'
import { type FormatDeps, usesFiles } from '#nodes/formats/run-file-operation.ts'
import { runTextOperation } from '#nodes/formats/run-text-operation.ts'
import { encodingParameter, targetOf, targetParameters } from '#nodes/formats/write-file.ts'
import { bare } from '#nodes/parameters/line-parts.ts'
import type { NodeKind } from '#ports/index.ts'

export function rssNode(deps: FormatDeps): NodeKind {
  return {
    type: 'rss',
    title: 'RSS',
    summary: 'Reads an RSS or Atom feed into a list of items.',
    family: 'data',
    icon: 'rss',
    keywords: ['feed', 'atom', 'news', 'blog', 'podcast', 'parse'],
    line: `{{ ${bare('data.text')} }}`,
    parameters: Type.Object({
      text: sourceParameter({
        title: 'Feed',
        description: 'The XML of the feed, such as an `http` node returns it.',
      }),
      encoding: encodingParameter(),
      ...targetParameters('`feed.json`'),
    }),
    output:
      '`{title, description, link, updated, items}`. Each item is `{id, title, link, published, updated, author, summary, content, categories, enclosures}`; an enclosure is `{url, type, size}`. What a feed does not say is null; dates are ISO 8601 in UTC. With `to: file`, the same as a JSON file.',
    example: { data: { text: '{{ previous.body }}' } },
    notes: [
      'Reads RSS 0.9 to 2.0, RDF and Atom. Summaries and contents are HTML, as the feed has them: the `html` node makes text of them.',
      'Limits: 4 MiB for a text and 16 MiB for a file; 1 MiB for the result, unless it is a file.',
      'Error codes: `FEED_INVALID`, `ENCODING_INVALID`, `FILE_NOT_FOUND`, `INPUT_TOO_LARGE`, `OUTPUT_TOO_LARGE`, `TIMED_OUT`, `OUT_OF_MEMORY`, `WORKERS_BUSY` (too much work waits already).',
    ],
    handles: ['main'],
    hasEffect: false,
    review: (data) => reviewSource(data, 'text'),
    usesFiles: (call) => usesFiles(call, 'text'),
    dependsOn: ({ parameters, previous }) => (parameters['text'] === undefined ? previous : null),
    async run(call) {
      const source = readSource(call, 'text')
      if ('ok' in source) return source
      return runTextOperation(deps, call, {
        operation: 'rss.parse',
        purpose: 'reading the feed',
        member: 'text',
        source,
        target: targetOf(call, 'feed.json', 'application/json'),
        input: {},
      })
    },
  }
}
