import { setTimeout as pause } from 'node:timers/promises'
import { openServer } from '#test/support/open-server.ts'

const GROWS_EVERY_MS = 150
const PAGE = 7
/** Earlier items that every page repeats, as feeds by time do. */
const OVERLAP = 3
const SLOWEST_MS = 120

/** A list that grows. A service polls it while it is killed. */
export interface PollFeed {
  readonly url: string
  /** The number of items so far: they are numbered from 1. */
  readonly length: number
  /** Requests that were sent while another one was in progress. */
  readonly overlapping: number
  /** It stops to grow. */
  stop(): void
  close(): Promise<void>
}

/** Responds with up to seven items after `since`, and a few before it. */
export async function openPollFeed(): Promise<PollFeed> {
  let [length, overlapping, requests] = [0, 0, 0]
  const active = new Set<unknown>()
  const server = await openServer((request, response) => {
    if (active.size > 0) overlapping += 1
    active.add(response)
    // Also when the process that asked was killed.
    response.on('close', () => active.delete(response))
    const since = Number(new URL(request.url ?? '', 'http://feed').searchParams.get('since') ?? 0)
    const last = Math.min(since + PAGE, length)
    const first = Math.max(1, since + 1 - OVERLAP)
    const items = Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => ({ id: first + n }))
    requests += 1
    void pause((requests * 37) % SLOWEST_MS).then(() => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ items, last, more: last < length }))
    })
  })
  const growth = setInterval(() => (length += 1), GROWS_EVERY_MS)
  return {
    url: `${server.origin}/items`,
    get length() {
      return length
    },
    get overlapping() {
      return overlapping
    },
    stop: () => clearInterval(growth),
    async close() {
      clearInterval(growth)
      await server.close()
    },
  }
}

/**
 * A workflow that polls the feed every second and takes fewer items at once than a page has. Its runs pass each item through
 * `only_new`.
 */
export function pollWorkflow(url: string): object {
  return {
    name: 'poll',
    status: 'published',
    nodes: [
      {
        id: 'feed',
        type: 'poll',
        data: {
          every_seconds: 1,
          url,
          query: { since: '{{ input.cursor }}' },
          items: '{{ previous.body.items }}',
          cursor: '{{ previous.body.last }}',
          has_more: '{{ previous.body.more }}',
          first_poll: 'take',
          max_items: 4,
          timeout_seconds: 2,
        },
      },
      { id: 'unseen', type: 'only_new', data: { items: ['{{ input.item.id }}'], key: 'polled' } },
      { id: 'handle', type: 'set', data: { values: { id: '{{ input.item.id }}' } } },
    ],
    edges: [
      { source: 'feed', target: 'unseen' },
      { source: 'unseen', sourceHandle: 'new', target: 'handle' },
    ],
  }
}
