import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '#domain/index.ts'
import { failureOf, outputOf, runHttp, serveRecording } from './testing/http-under-test.ts'

const json = { 'content-type': 'application/json' }

describe('pagination by next link', () => {
  const links = ['</two>; rel="prev first", </two?n=2>; rel="next last"', '<http://unused/>; rel=prev']

  it('The `http` node follows next links in the `Link` header and collects the page bodies', async (t) => {
    const server = await serveRecording(t, (response, { url }) => {
      const page = url === '/?q=1' ? 0 : 1
      response.writeHead(200, { ...json, link: links[page] }).end(JSON.stringify({ page }))
    })
    const output = await outputOf(
      runHttp(t, { url: server.origin, query: { q: 1 }, paginate: { mode: 'next_link' } }),
    )
    assert.deepEqual(
      server.seen.map(({ url }) => url),
      ['/?q=1', '/two?n=2'],
    )
    assert.deepEqual(
      [output['status'], output['body'], output['pages']],
      [200, [{ page: 0 }, { page: 1 }], 2],
    )
  })

  it('The `http` node follows next links at a path in the body and collects the items in one list', async (t) => {
    const server = await serveRecording(t, (response, { url }) => {
      const next = { '/': '/b', '/b': 'c?x', '/c?x': null }[url] ?? null
      response.writeHead(200, json).end(JSON.stringify({ data: { list: [url] }, links: [{ next }] }))
    })
    const paginate = { mode: 'next_link', next: 'links.0.next', items: 'data.list' }
    const output = await outputOf(runHttp(t, { url: server.origin, paginate }))
    assert.deepEqual([output['body'], output['pages']], [['/', '/b', '/c?x'], 3])
  })

  it('The `http` node sends the credential with each page but never to another origin', async (t) => {
    const other = await serveRecording(t)
    const server = await serveRecording(t, (response, { url }) => {
      const next = url.startsWith('/two') ? `${other.origin}/three` : '/two?key=old'
      response.writeHead(200, json).end(JSON.stringify({ next }))
    })
    const credential = { type: 'query_param', value: 'key=CANARY' }
    const paginate = { mode: 'next_link', next: 'next' }
    const failure = await failureOf(runHttp(t, { url: server.origin, paginate }, { credential }))
    assert.deepEqual(failure, {
      ok: false,
      code: 'PAGINATION_FAILED',
      message: `Pagination failed: the next page is on ${other.origin} instead of ${server.origin}.`,
      permanent: true,
    })
    assert.deepEqual(
      server.seen.map(({ url }) => url),
      ['/?key=CANARY', '/two?key=CANARY'],
    )
    assert.equal(other.seen.length, 0)
  })

  it('The `http` node fails on next links that are invalid or lead to the same page', async (t) => {
    const server = await serveRecording(t, (response, { url }) => {
      response.writeHead(200, json).end(JSON.stringify({ next: url === '/same' ? '/same' : 7 }))
    })
    const messageFor = async (path: string) =>
      (
        await failureOf(
          runHttp(t, { url: server.origin + path, paginate: { mode: 'next_link', next: 'next' } }),
        )
      ).message
    assert.match(await messageFor('/same'), /the URL of the next page is the URL of this page\.$/)
    assert.match(await messageFor('/number'), /the URL of the next page is invalid\.$/)
  })
})

describe('pagination by page number', () => {
  const serveNumbers = (t: Parameters<typeof serveRecording>[0], parameter: string) =>
    serveRecording(t, (response, { url }) => {
      const number = Number(new URL(url, 'http://x').searchParams.get(parameter))
      response.writeHead(200, json).end(JSON.stringify(number < 3 ? [number * 10, number * 10 + 1] : []))
    })

  it('The `http` node stops at the first numbered page that is empty', async (t) => {
    const server = await serveNumbers(t, 'page')
    const output = await outputOf(
      runHttp(t, { url: `${server.origin}/?page=7&a=b`, paginate: { mode: 'page' } }),
    )
    assert.deepEqual(
      server.seen.map(({ url }) => url),
      ['/?a=b&page=1', '/?a=b&page=2', '/?a=b&page=3'],
    )
    assert.deepEqual(
      [output['body'], output['pages']],
      [
        [
          [10, 11],
          [20, 21],
        ],
        2,
      ],
    )
  })

  it('The `http` node uses the configured first page number and query parameter', async (t) => {
    const server = await serveNumbers(t, 'p')
    const paginate = { mode: 'page', page_param: 'p', start_page: 0 }
    const output = await outputOf(runHttp(t, { url: server.origin, paginate }))
    assert.deepEqual(output['body'], [
      [0, 1],
      [10, 11],
      [20, 21],
    ])
  })

  it('The `http` node fails when a numbered page has no list', async (t) => {
    const server = await serveRecording(t, (response) => response.writeHead(200, json).end('{"list":{}}'))
    const messageFor = async (items?: string) => {
      const paginate: JsonObject = items === undefined ? { mode: 'page' } : { mode: 'page', items }
      return (await failureOf(runHttp(t, { url: server.origin, paginate }))).message
    }
    assert.match(
      await messageFor(),
      /the response is not a list\. Set `paginate\.items` to the path of the list\.$/,
    )
    assert.match(await messageFor('list'), /`list` in the response must be a list, but it is an object\.$/)
    assert.match(await messageFor('other'), /`other` in the response must be a list, but it is missing\.$/)
  })
})

describe('pagination by cursor', () => {
  it('The `http` node requests each page with the cursor of the previous page', async (t) => {
    const server = await serveRecording(t, (response, { url }) => {
      const cursor = new URL(url, 'http://x').searchParams.get('after')
      const next = cursor === null ? 'a&b=' : cursor === 'a&b=' ? 7 : ''
      response.writeHead(200, json).end(JSON.stringify({ meta: { next }, items: [cursor] }))
    })
    const paginate = { mode: 'cursor', cursor: 'meta.next', cursor_param: 'after', items: 'items' }
    const output = await outputOf(runHttp(t, { url: server.origin, paginate }))
    assert.deepEqual(output['body'], [null, 'a&b=', '7'])
    assert.equal(server.seen[1]?.url, '/?after=a%26b%3D')
  })

  it('The `http` node fails when the path of the cursor is missing or the cursor does not change', async (t) => {
    const server = await serveRecording(t, (response, { url }) => {
      response.writeHead(200, json).end(JSON.stringify({ next: url.includes('odd') ? {} : 'same' }))
    })
    const use = (path: string, paginate: JsonObject) =>
      failureOf(runHttp(t, { url: server.origin + path, paginate: { mode: 'cursor', ...paginate } }))
    assert.equal((await use('/', {})).code, 'INVALID_PARAMETERS')
    assert.match(
      (await use('/', { cursor: 'next' })).message,
      /the cursor of the next page is the cursor of this page\.$/,
    )
    assert.match(
      (await use('/odd', { cursor: 'next' })).message,
      /`next` in the response must be a string or a number, but it is an object/,
    )
  })
})

describe('pagination in all modes', () => {
  it('The `http` node stops at `max_pages` with a warning', async (t) => {
    const server = await serveRecording(t, (response) => response.writeHead(200, json).end('[1]'))
    const lines: string[] = []
    const call = { log: (level: string, message: string) => void lines.push(`${level}: ${message}`) }
    const paginate = { mode: 'page', max_pages: 3 }
    const output = await outputOf(runHttp(t, { url: server.origin, paginate }, { call }))
    assert.deepEqual([output['body'], output['pages']], [[[1], [1], [1]], 3])
    assert.equal(server.seen.length, 3)
    assert.deepEqual(lines, ['warn: Stopped after 3 pages because of `max_pages`. There may be more pages.'])
  })

  it('The `http` node sends each page with its own `Idempotency-Key` that is the same in every attempt', async (t) => {
    const server = await serveRecording(t, (response, { url }) => {
      response.writeHead(200, json).end(url.endsWith('=3') ? '[]' : '[1]')
    })
    await outputOf(runHttp(t, { method: 'POST', url: server.origin, paginate: { mode: 'page' } }))
    assert.deepEqual(
      server.seen.map(({ headers }) => headers['idempotency-key']),
      ['step-key', 'step-key-2', 'step-key-3'],
    )
  })

  it('The `http` node limits all pages together to one mebibyte', async (t) => {
    const server = await serveRecording(t, (response) => {
      response.writeHead(200, json).end(JSON.stringify(['x'.repeat(600_000)]))
    })
    const failure = await failureOf(runHttp(t, { url: server.origin, paginate: { mode: 'page' } }))
    assert.equal(failure.code, 'RESPONSE_TOO_LARGE')
    assert.match(failure.message, /^The responses of 2 pages are together larger than 1 MiB\./)
  })

  it('The `http` node fails with the first page that fails', async (t) => {
    const server = await serveRecording(t, (response, { url }) => {
      if (url.endsWith('=2')) response.writeHead(502).end('oh')
      else response.writeHead(200, json).end('[1]')
    })
    const failure = await failureOf(runHttp(t, { url: server.origin, paginate: { mode: 'page' } }))
    assert.equal(failure.code, 'HTTP_502')
  })
})
