import { isJsonObject, POLL_FAILED_CODE } from '#domain/index.ts'
import { REQUEST_CREDENTIALS } from '#nodes/http/grant-access.ts'
import { listOf, textOf } from '#nodes/parameters/line-parts.ts'
import { scheduleParts } from '#nodes/schedule/schedule-line.ts'
import type { NodeKind } from '#ports/index.ts'
import { PollParameters } from './poll-parameters.ts'
import { findLongInPoll, readPoll } from './read-poll.ts'

const EXPRESSIONS = [
  'url',
  'query',
  'headers',
  'body',
  'parameters',
  'items',
  'key',
  'cursor',
  'has_more',
] as const

/** `integrationTypes` are the types of credentials that actions take. */
export function pollNode(integrationTypes: readonly string[]): NodeKind {
  return {
    type: 'poll',
    title: 'Poll',
    summary:
      'Fetches a list at scheduled times while the workflow is published, and starts runs for the items that are new. New items, the cursor and the runs are stored together: after a crash no item is skipped and none starts two runs. Polls of one trigger do not overlap. A failed poll is retried until it succeeds.',
    family: 'trigger',
    icon: 'refresh-cw',
    keywords: ['poll', 'new items', 'watch', 'fetch', 'cursor', 'feed', 'changes', 'trigger'],
    line: listOf(
      `(data.request === "integration" ? [${textOf('data.type')}, ${textOf('data.action')}.replaceAll("_", " ")].filter(part => part !== "").join(": ") : ${textOf('data.url')}.replace(/^https?:\\/\\//, ""))`,
      ...scheduleParts,
    ),
    credentialTypes: [...new Set([...REQUEST_CREDENTIALS, ...integrationTypes])],
    parameters: PollParameters,
    // Read before a run exists. Those with expressions are evaluated with every poll.
    literals: Object.keys(PollParameters.properties),
    ownExpressions: EXPRESSIONS,
    itemExpressions: ['key'],
    output:
      'The input of the run: `{item, polled_at}`, or with `mode: "batch"` `{items, polled_at}`. `polled_at` is ISO 8601 in UTC.',
    example: {
      data: {
        every_seconds: 300,
        url: 'https://api.example.com/orders',
        query: { since: '{{ input.cursor }}' },
        items: '{{ previous.body.orders }}',
        cursor: '{{ previous.body.next_cursor }}',
      },
    },
    notes: [
      'A response can have up to 1 MiB and 10,000 items, and a cursor up to 16 KiB as JSON.',
      'If you edit `key`, all items in the list are new and start runs: the keys that are remembered are those of before.',
      'A page that has more and brings nothing new is followed by the next one after a second. After 100 such pages in a row, each time of the schedule fetches one page, until something is new.',
      'Polls of one trigger overlap only right after a reset, which discards the result of the poll in progress.',
      'A failed poll is retried after 10 s, 30 s, 1, 2, 5 and then every 15 minutes, no earlier than `Retry-After` allows, up to 60 minutes, and not after the `end` of the schedule. With the third failure in a row, and then once a day, a run starts that fails with the code `POLL_FAILED`: it reaches everything that watches for failed runs.',
      'A run that fails keeps its item: retry it, as any other run.',
      'The cursor and the remembered keys survive edits, pauses and unpublishing. `POST /workflows/:id/triggers/:node_id/reset` forgets them.',
      'Error codes of a poll: those of the request, `INVALID_ITEMS`, `EXPRESSION_FAILED`, `INVALID_PARAMETERS`, `TIMED_OUT`.',
    ],
    handles: ['main'],
    hasEffect: false,
    isInstant: true,
    check(data) {
      const read = readPoll(data, { long: 'skip' })
      return read.ok ? [] : read.problems
    },
    review: (data) => findLongInPoll(data).map((problem) => ({ severity: 'error', ...problem })),
    run({ previous }) {
      const failure = isJsonObject(previous) ? previous['poll_error'] : undefined
      if (!isJsonObject(failure)) return { ok: true, output: previous }
      const message = typeof failure['message'] === 'string' ? failure['message'] : ''
      return { ok: false, code: POLL_FAILED_CODE, message, permanent: true }
    },
  }
}
