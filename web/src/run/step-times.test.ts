import { expect, it } from 'vitest'
import { endOf, startOf } from './step-times.ts'

it('reads times like the parser of dates', () => {
  const times = [
    '2026-11-16T09:30:12.345Z',
    '2026-11-16T09:30:59.999Z',
    '2026-11-16T09:31:00.000Z',
    '1999-12-31T23:59:59.001Z',
    '2026-11-16T09:30:12Z',
    '2026-11-16T10:30:12.345+01:00',
  ]
  for (const text of times) {
    const step = { started_at: text, ended_at: text } as Parameters<typeof startOf>[0]
    expect([startOf(step), endOf(step)]).toEqual([Date.parse(text), Date.parse(text)])
  }
  expect(endOf({ ended_at: null } as Parameters<typeof endOf>[0])).toBeNull()
})
