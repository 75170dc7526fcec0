import { expect, test, vi } from 'vitest'
import { TypedText } from './typed-text.ts'

const edit = (group: string) => ({ kind: 'edit', group }) as const

test('what was typed is reported after the paint, and several keys at once', async () => {
  const report = vi.fn()
  const typed = new TypedText(report)
  typed.add('a', edit('1'))
  typed.add('ab', edit('1'))
  expect(report).not.toHaveBeenCalled()
  expect(typed.isWaiting).toBe(true)
  await vi.waitFor(() => expect(report).toHaveBeenCalled())
  expect(report.mock.calls).toEqual([['ab', edit('1')]])
  expect(typed.isWaiting).toBe(false)
})

test('undo steps stay apart', () => {
  const report = vi.fn()
  const typed = new TypedText(report)
  typed.add('a', edit('1'))
  typed.add('a b', edit('2'))
  typed.add('a', { kind: 'undo', group: '1' })
  typed.flush()
  expect(report.mock.calls).toEqual([
    ['a', edit('1')],
    ['a b', edit('2')],
    ['a', { kind: 'undo', group: '1' }],
  ])
})

test('what was reported early is not reported again', async () => {
  const report = vi.fn()
  const typed = new TypedText(report)
  typed.add('a', edit('1'))
  typed.flush()
  typed.flush()
  typed.add('ab', edit('1'))
  await vi.waitFor(() => expect(typed.isWaiting).toBe(false))
  expect(report.mock.calls).toEqual([
    ['a', edit('1')],
    ['ab', edit('1')],
  ])
})
