import { TextDecoderStream } from 'node:stream/web'
import { expect, test, vi } from 'vitest'
import { EventParser, readEvents, StreamError } from './read-events.ts'

test('events are complete, wherever the network splits the text', () => {
  const text =
    'retry: 2000\n\nevent: step\nid: 3.1\ndata: {"key":"a"}\n\n: heartbeat\n\nevent: status\ndata: {}\n\n'
  const expected = [
    undefined,
    { event: 'step', id: '3.1', data: '{"key":"a"}' },
    undefined,
    { event: 'status', id: undefined, data: '{}' },
  ]
  for (let at = 0; at <= text.length; at++) {
    const parser = new EventParser()
    expect([...parser.push(text.slice(0, at)), ...parser.push(text.slice(at))]).toEqual(expected)
  }
})

test.each([
  ['UNAUTHORIZED', 401],
  ['FORBIDDEN', 403],
])('a stream that ends with %s brings its events and then fails with the status %i', async (code, status) => {
  const text = `event: log\nid: 1.0\ndata: {}\n\nevent: error\ndata: {"code":"${code}"}\n\n`
  const headers = { 'Content-Type': 'text/event-stream; charset=utf-8' }
  // jsdom has none.
  vi.stubGlobal('TextDecoderStream', TextDecoderStream)
  vi.stubGlobal('fetch', async () => new Response(text, { headers }))
  const seen: string[] = []
  const error = await (async () => {
    for await (const events of readEvents('/events', new AbortController().signal)) {
      seen.push(...events.map(({ event }) => event))
    }
  })().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(StreamError)
  expect((error as StreamError).status).toBe(status)
  expect(seen).toEqual(['log'])
})
