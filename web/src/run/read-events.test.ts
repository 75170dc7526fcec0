import { expect, test } from 'vitest'
import { EventParser } from './read-events.ts'

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
