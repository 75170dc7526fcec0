import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sampleExecution } from '../../testing/sample-run.ts'
import { useRunSelection } from './use-run-selection.ts'

const run = (id: string) => ({ ...sampleExecution, id })
const runs = ['e', 'd', 'c', 'b', 'a'].map(run)

function render(initial = runs) {
  return renderHook(({ loaded, scope }) => useRunSelection(loaded, scope), {
    initialProps: { loaded: initial, scope: 'all' },
  })
}
const idsOf = ({ runs: selected }: { runs: readonly { id: string }[] }) => selected.map(({ id }) => id).sort()

test('a range starts at the run that was selected last', () => {
  const { result } = render()
  act(() => result.current.toggle('d'))
  act(() => result.current.extendTo('b'))
  expect(idsOf(result.current)).toEqual(['b', 'c', 'd'])
  act(() => result.current.toggle('c'))
  expect(idsOf(result.current)).toEqual(['b', 'd'])
})

test('the selection stays while the list changes, with what is known of each run', () => {
  const { result, rerender } = render()
  act(() => result.current.toggle('a'))
  act(() => result.current.toggle('c'))
  rerender({ loaded: [run('f'), run('e')], scope: 'all' })
  expect(idsOf(result.current)).toEqual(['a', 'c'])
  rerender({ loaded: [run('f'), { ...run('c'), status: 'failed' }], scope: 'all' })
  expect(result.current.runs.find(({ id }) => id === 'c')?.status).toBe('failed')
})

test('other filters have a selection of their own', () => {
  const { result, rerender } = render()
  act(() => result.current.selectMatching())
  expect(result.current.has('unseen')).toBe(true)
  rerender({ loaded: runs, scope: 'failed' })
  expect([result.current.isAll, result.current.count]).toEqual([false, 0])
})

test('deselecting one of all that match leaves the loaded ones', () => {
  const { result } = render()
  act(() => result.current.selectMatching())
  act(() => result.current.toggle('e'))
  expect([result.current.isAll, idsOf(result.current)]).toEqual([false, ['a', 'b', 'c', 'd']])
})
