import { edges, node } from '#engine/testing/test-graph.ts'
import { contentOf, digestOf, fileValue, seedOfContent, sizeOfContent } from './file-content.ts'
import { ATTEMPT_TIMEOUT_MS, completed, effect, type Shape, slowness, steps, valueOf } from './shape.ts'

const TYPE = 'application/octet-stream'

const send = (exchange: string | undefined, body: string) =>
  node('send', 'http', { method: 'PUT', url: `${exchange}/taken`, body }, { timeout_ms: ATTEMPT_TIMEOUT_MS })
const SENT = '{{ nodes.send.output.body.sha256 }}'

/** A response and a table become files; one of them is sent on. Both are in the output of the run. */
const made: Shape = {
  name: 'files made by steps',
  build: ({ sink, exchange }) => ({
    nodes: [
      node(
        'download',
        'http',
        {
          url: `${exchange}/made`,
          query: {
            seed: '{{ input.seed }}',
            bytes: '{{ input.bytes }}',
            slow_ms: '{{ input.slow_ms }}',
          },
          response: 'file',
        },
        { timeout_ms: ATTEMPT_TIMEOUT_MS },
      ),
      node('table', 'csv', {
        operation: 'format',
        items: '{{ input.rows }}',
        to: 'file',
        file_name: 'table.csv',
      }),
      effect('between', sink),
      send(exchange, '{{ nodes.download.output.body }}'),
      node('result', 'return', {
        value: {
          downloaded: '{{ nodes.download.output.body }}',
          table: '{{ nodes.table.output }}',
          sent: SENT,
          between: valueOf('between'),
        },
      }),
    ],
    edges: edges('download>table>between>send>result'),
  }),
  plan(token, random) {
    const [seed, bytes] = [seedOfContent(token, random), sizeOfContent(random)]
    const content = contentOf(seed, bytes)
    const table = Buffer.from(`token\r\n${token}\r\n`)
    return {
      input: { token, slow_ms: slowness(random), seed, bytes, rows: [{ token }] },
      ends: completed({
        downloaded: fileValue('made', TYPE, content),
        table: fileValue('table.csv', 'text/csv', table),
        sent: digestOf(content),
        between: `${token} between`,
      }),
      effects: steps('between'),
    }
  },
}

/** The input has a file, which the state refers to afterwards, until the next run replaces it. */
const given: Shape = {
  name: 'a file in the input',
  build: ({ sink, exchange }) => ({
    nodes: [
      effect('before', sink),
      node('remember', 'state', {
        operation: 'set',
        key: 'latest file',
        scope: 'account',
        value: '{{ input.file }}',
      }),
      node('pause', 'delay', { seconds: '{{ input.seconds }}' }),
      send(exchange, '{{ input.file }}'),
      node('result', 'return', { value: { sent: SENT, before: valueOf('before') } }),
    ],
    edges: edges('before>remember>pause>send>result'),
  }),
  plan(token, random) {
    const upload = contentOf(seedOfContent(token, random), sizeOfContent(random))
    return {
      input: { token, slow_ms: slowness(random), seconds: random.pick([0, 0, 0.05, 1.2]) },
      ends: completed({ sent: digestOf(upload), before: `${token} before` }),
      effects: steps('before'),
      upload,
    }
  },
}

/** An inbound webhook receives a file. */
const posted: Shape = {
  name: 'a file in the body of a webhook',
  build: ({ exchange }) => ({
    nodes: [
      node('webhook', 'webhook', { dedupe: 'X-Token' }),
      send(exchange, '{{ input.body }}'),
      node('pause', 'delay', { seconds: 0.05 }),
      node('result', 'return', { value: { body: '{{ input.body }}', sent: SENT } }),
    ],
    edges: edges('webhook>send>pause>result'),
  }),
  plan(token, random) {
    const body = contentOf(seedOfContent(token, random), sizeOfContent(random))
    return {
      input: {},
      ends: completed({ body: fileValue('file', TYPE, body), sent: digestOf(body) }),
      effects: [],
      body,
    }
  },
}

export const FILE_SHAPES: readonly Shape[] = [made, given, posted]
