import { describe, expect, test } from 'vitest'
import type { StepOutline, Timeline } from '@millrace/contract/execution-timeline.ts'
import { ApiError } from '../api/api-error.ts'
import { momentOf, sampleStep, sampleTimeline } from '../testing/sample-run.ts'
import { isAfter, RunFollower } from './follow-run.ts'
import { type ServerEvent, StreamError } from './read-events.ts'

const stepEvent = (id: string, step: StepOutline): ServerEvent => ({
  event: 'step',
  id,
  data: JSON.stringify(step),
})
const logEvent = (id: string, message: string): ServerEvent => ({
  event: 'log',
  id,
  data: JSON.stringify({ timestamp: momentOf(0), level: 'info', message, node_id: null }),
})
const ended: ServerEvent = {
  event: 'status',
  id: undefined,
  data: JSON.stringify({ status: 'completed', completed_at: momentOf(100) }),
}

type Connection = readonly ServerEvent[] | Error

/** A server that answers each request for the timeline and each connection with the next prepared answer. */
function follow(timelines: readonly (Timeline | Error)[], connections: readonly Connection[]) {
  const asked: { lastEventIds: (string | undefined)[]; delays: number[] } = { lastEventIds: [], delays: [] }
  const controller = new AbortController()
  let timelineCount = 0
  let connectionCount = 0
  const follower = new RunFollower({
    timeline: async () => {
      const next = timelines[Math.min(timelineCount++, timelines.length - 1)]
      if (next === undefined || next instanceof Error) throw next ?? new Error('no timeline prepared')
      return next
    },
    async *events(lastEventId) {
      asked.lastEventIds.push(lastEventId)
      const next = connections[connectionCount++]
      if (next === undefined) {
        controller.abort()
        return
      }
      if (next instanceof Error) throw next
      for (const event of next) yield [event]
    },
    delay: async (ms) => void asked.delays.push(ms),
    onChange: () => {},
  })
  return { follower, asked, finished: follower.run(controller.signal), reads: () => timelineCount }
}

const running = (steps: StepOutline[], lastEventId: string | null): Timeline => ({
  ...sampleTimeline(steps),
  last_event_id: lastEventId,
})
const completed = (steps: StepOutline[], lastEventId: string): Timeline => ({
  ...sampleTimeline(steps, { status: 'completed', completed_at: momentOf(100) }),
  last_event_id: lastEventId,
})

describe('A follower', () => {
  test('shows events as they arrive, and reads the timeline again at the end', async () => {
    const a = sampleStep('a', [0, 10])
    const b = sampleStep('b', [10, 20])
    const { follower, finished, reads } = follow(
      [running([a], '1.0'), completed([a, b], '2.0')],
      [[logEvent('1.1', 'hello'), stepEvent('2.0', b), ended]],
    )
    await finished
    expect(follower.state).toMatchObject({ connection: 'settled', hasAllLogs: true })
    expect(follower.state.steps.map(({ key }) => key)).toEqual(['a', 'b'])
    expect(follower.state.logs.map(({ message }) => message)).toEqual(['hello'])
    expect(follower.state.timeline?.execution.status).toBe('completed')
    expect(reads()).toBe(2)
  })

  test('ignores earlier states of steps that the timeline already has', async () => {
    const done = sampleStep('a', [0, 10])
    const { follower, finished } = follow(
      [completed([done], '2.0')],
      [
        [
          stepEvent('1.0', sampleStep('a', [0, null])),
          logEvent('1.1', 'early'),
          stepEvent('2.0', done),
          ended,
        ],
      ],
    )
    await finished
    expect(follower.state.steps).toEqual([done])
    expect(follower.state.logs).toHaveLength(1)
  })

  test('continues after the last event when the connection is lost, without doubling anything', async () => {
    const a = sampleStep('a', [0, 10])
    const b = sampleStep('b', [10, 20])
    const { follower, asked, finished } = follow(
      [running([], null), completed([a, b], '3.0')],
      [
        [stepEvent('1.0', a), logEvent('1.1', 'one')],
        new StreamError(0),
        [logEvent('1.1', 'one'), logEvent('2.0', 'two'), stepEvent('3.0', b), ended],
      ],
    )
    await finished
    expect(asked.lastEventIds).toEqual([undefined, '1.1', '1.1'])
    expect(follower.state.logs.map(({ message }) => message)).toEqual(['one', 'two'])
    expect(follower.state.steps.map(({ key }) => key)).toEqual(['a', 'b'])
  })

  test('polls the timeline when the stream fails again and again', async () => {
    const a = sampleStep('a', [0, 10])
    const lost = new StreamError(502)
    const { follower, asked, finished } = follow(
      [running([], null), running([a], '1.0'), completed([a], '1.0')],
      [lost, lost, lost, lost, [ended]],
    )
    await finished
    expect(follower.state.connection).toBe('settled')
    expect(follower.state.steps).toEqual([a])
    expect(asked.delays.every((ms, index) => index === 0 || ms >= (asked.delays[index - 1] ?? 0))).toBe(true)
  })

  test('reads the timeline at once when the session has ended, and continues after the last event', async () => {
    const a = sampleStep('a', [0, 10])
    const { follower, asked, finished, reads } = follow(
      [running([], null), running([a], '1.0'), completed([a], '1.0')],
      [[stepEvent('1.0', a), logEvent('1.1', 'one')], new StreamError(401), [logEvent('1.2', 'two'), ended]],
    )
    await finished
    expect(reads()).toBe(3)
    expect(asked.lastEventIds).toEqual([undefined, '1.1', '1.1'])
    expect(asked.delays).toHaveLength(2)
    expect(follower.state.logs.map(({ message }) => message)).toEqual(['one', 'two'])
    expect(follower.state).toMatchObject({ connection: 'settled', error: undefined })
  })

  test('waits before it connects again while the session stays ended', async () => {
    const signedOut = new ApiError('UNAUTHORIZED', 'You are not signed in.', { status: 401 })
    const refused = new StreamError(401)
    const { asked, finished } = follow([running([], null), signedOut], [refused, refused, refused, refused])
    await finished
    expect(asked.delays).toEqual([500, 1_000, 2_000, 4_000])
  })

  test('asks for the password also to read the log of an ended run', async () => {
    const { follower, finished, reads } = follow(
      [completed([], '1.0')],
      [new StreamError(401), [logEvent('1.0', 'one'), ended]],
    )
    await finished
    expect(reads()).toBe(2)
    expect(follower.state.logs.map(({ message }) => message)).toEqual(['one'])
  })

  test('waits for a server that restarts', async () => {
    const { follower, asked, finished } = follow(
      [new ApiError('NETWORK', 'unreachable'), completed([], '0.0')],
      [[ended]],
    )
    await finished
    expect(asked.delays).toHaveLength(1)
    expect(follower.state).toMatchObject({ connection: 'settled', error: undefined })
  })

  test('reports a run that does not exist', async () => {
    const missing = new ApiError('NOT_FOUND', 'There is no such execution.', { status: 404 })
    const { follower, finished } = follow([missing], [])
    await finished
    expect(follower.state.error).toBe(missing)
  })

  test('opens no stream for an ended run with very many steps', async () => {
    const steps = Array.from({ length: 2_001 }, (_, index) => sampleStep(`n${index}`, [index, index]))
    const { follower, asked, finished } = follow([completed(steps, '9.0')], [])
    await finished
    expect(asked.lastEventIds).toEqual([])
    expect(follower.state).toMatchObject({ connection: 'settled', hasAllLogs: false })
  })
})

test.each([
  ['1.2', undefined, true],
  ['1.2', '1.1', true],
  ['1.2', '1.2', false],
  ['2.0', '1.9', true],
  ['10.0', '9.5', true],
])('event %s comes after %s: %s', (id, last, expected) => {
  expect(isAfter(id, last)).toBe(expected)
})
