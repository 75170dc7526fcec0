import { describe, expect, test } from 'vitest'
import { sampleStep } from '../../testing/sample-run.ts'
import { ancestorsOf, buildTree, rowsOf } from './timeline-tree.ts'

const NOTHING = { toggled: new Map<string, boolean>(), filter: undefined }
const shape = (rows: ReturnType<typeof rowsOf>) => rows.map(({ id, depth }) => `${' '.repeat(depth)}${id}`)

const steps = [
  sampleStep('start', [0, 1]),
  sampleStep('loop', [1, 100], { item_count: 2 }),
  sampleStep('loop[1]/a', [3, 9], { status: 'failed' }),
  sampleStep('loop[0]/a', [1, 5]),
  sampleStep('loop[0]/inner', [5, 20]),
  sampleStep('loop[0]/inner[0]/b', [6, 9]),
  sampleStep('end', [100, 110]),
]

describe('The tree of a run', () => {
  test('contains iterations in their order, and steps inside of them', () => {
    const toggled = new Map([['loop[0]', true]])
    expect(shape(rowsOf(buildTree(steps), { ...NOTHING, toggled }))).toEqual([
      'start',
      'loop',
      ' loop[0]',
      '  loop[0]/a',
      '  loop[0]/inner',
      '   loop[0]/inner[0]',
      ' loop[1]',
      'end',
    ])
  })

  test('the only step of an iteration shares its row', () => {
    const row = rowsOf(buildTree(steps), NOTHING).find(({ id }) => id === 'loop[1]')
    expect(row?.step?.key).toBe('loop[1]/a')
    expect(row?.canOpen).toBe(false)
  })

  test('large loops are folded at first', () => {
    const many = Array.from({ length: 13 }, (_, index) => sampleStep(`loop[${index}]/a`, [1, 2]))
    const tree = buildTree([sampleStep('loop', [0, 9]), ...many])
    expect(shape(rowsOf(tree, NOTHING))).toEqual(['loop'])
  })

  test('a filter shows matching steps with everything around them', () => {
    const rows = rowsOf(buildTree(steps), { ...NOTHING, filter: ({ status }) => status === 'failed' })
    expect(shape(rows)).toEqual(['loop', ' loop[1]'])
  })

  test('names the rows to open for a step', () => {
    expect(ancestorsOf(buildTree(steps), 'loop[0]/inner[0]/b')).toEqual([
      'loop[0]/inner[0]',
      'loop[0]/inner',
      'loop[0]',
      'loop',
    ])
  })

  test('an iteration is as urgent as its most urgent step', () => {
    const tree = buildTree([...steps, sampleStep('loop[1]/c', [9, null])])
    expect(tree.iterations.get('loop[1]')).toMatchObject({ status: 'running', to: null, failed: 1 })
    expect(tree.iterations.get('loop[0]')).toMatchObject({ status: 'completed' })
  })
})
