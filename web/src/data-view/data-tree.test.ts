import { describe, expect, test } from 'vitest'
import type { DataSlice } from '@millrace/contract/execution-data.ts'
import { Comparison } from './compare-data.ts'
import { entryOf, type ReadSlice, toExpression, toPointer, typeOf, valueAt } from './data-source.ts'
import { DataTree } from './data-tree.ts'
import { inferSchema } from './infer-schema.ts'
import { searchData } from './search-data.ts'

function rowsOf(tree: DataTree): string[] {
  return Array.from({ length: tree.rowCount }, (_, number) => {
    const row = tree.rowAt(number)
    const shown = row?.text ?? row?.entry?.key ?? '…'
    return `${' '.repeat(row?.depth ?? 0)}${shown}`
  })
}

function open(tree: DataTree, number: number): void {
  const row = tree.rowAt(number)
  if (row !== undefined) tree.open(row)
}

const data = { a: 1, list: [{ x: 1 }, { x: 2 }], z: null }

describe('The rows of a tree', () => {
  test('show the open branches only', () => {
    const tree = new DataTree(entryOf(null, data))
    expect(rowsOf(tree)).toEqual(['a', 'list', 'z'])
    open(tree, 1)
    open(tree, 3)
    expect(rowsOf(tree)).toEqual(['a', 'list', ' 0', ' 1', '  x', 'z'])
    const list = tree.rowAt(1)
    if (list !== undefined) tree.close(list)
    expect(rowsOf(tree)).toEqual(['a', 'list', 'z'])
  })

  test('know their path and their position', () => {
    const tree = new DataTree(entryOf(null, data))
    expect(tree.reveal(['list', 1, 'x'])).toBe(4)
    expect(tree.rowAt(4)).toMatchObject({ path: ['list', 1, 'x'], depth: 2, position: 1, siblings: 1 })
    expect(tree.parentNumber(['list', 1, 'x'])).toBe(3)
  })

  test('unfold a long text line by line', () => {
    const text = `first line\n${'y'.repeat(200)}`
    const tree = new DataTree(entryOf(null, { text }))
    open(tree, 0)
    expect(rowsOf(tree)).toEqual([
      'text',
      ' first line',
      ` ${'y'.repeat(96)}`,
      ` ${'y'.repeat(96)}`,
      ` ${'y'.repeat(8)}`,
    ])
  })

  test('of a million entries are found by their number', () => {
    const tree = new DataTree(
      entryOf(
        null,
        Array.from({ length: 1_000_000 }, (_, index) => ({ index })),
      ),
    )
    open(tree, 500_000)
    expect(tree.rowCount).toBe(1_000_001)
    expect(tree.rowAt(500_001)?.path).toEqual([500_000, 'index'])
    expect(tree.rowAt(1_000_000)?.path).toEqual([999_999])
  })

  test('of data elsewhere are read page by page, when they are asked for', async () => {
    const whole = { items: Array.from({ length: 450 }, (_, index) => ({ index })) }
    const asked: string[] = []
    const loads: number[] = []
    const read: ReadSlice = async (path, offset, limit) => {
      asked.push(`${toPointer(path)} ${offset}`)
      return sliceOf(valueAt(whole, path), offset, limit)
    }
    const root = { key: null, type: 'object' as const, size: 9_999, length: 1, isWhole: false }
    const tree = new DataTree(root, { read, onLoad: () => loads.push(1) })
    expect(rowsOf(tree)).toEqual(['…'])
    await expect.poll(() => loads.length).toBe(1)
    open(tree, 0)
    expect(tree.rowCount).toBe(451)
    expect(tree.rowAt(401)?.entry).toBeUndefined()
    await expect.poll(() => loads.length).toBe(2)
    expect(tree.rowAt(401)).toMatchObject({ path: ['items', 400] })
    expect(asked).toEqual([' 0', '/items 400'])
  })

  test('that could not be read can be read again', async () => {
    let fails = true
    const loads: number[] = []
    const root = { key: null, type: 'array' as const, size: 9_999, length: 1, isWhole: false }
    const tree = new DataTree(root, {
      read: () => (fails ? Promise.reject(new Error('lost')) : Promise.resolve(sliceOf(['found'], 0, 10))),
      onLoad: () => loads.push(1),
    })
    tree.rowAt(0)
    await expect.poll(() => tree.hasFailed).toBe(true)
    fails = false
    tree.retryFailed()
    tree.rowAt(0)
    await expect.poll(() => tree.rowAt(0)?.entry?.value).toBe('found')
  })
})

function sliceOf(value: unknown, offset: number, limit: number): DataSlice {
  const members = Object.entries(value as object).slice(offset, offset + limit)
  const entries = members.map(([name, member]) => {
    const { type, length } = entryOf(null, member)
    const isWhole = type !== 'array'
    const key = Array.isArray(value) ? Number(name) : name
    return { key, type, size: 1, length, is_whole: isWhole, ...(isWhole && { value: member as unknown }) }
  })
  return { type: typeOf(value), size: 9_999, length: members.length, is_whole: false, offset, entries }
}

function finish<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

test('a search finds names and values, in the order of the data', () => {
  const { matches, total } = finish(searchData({ first: 'Ada', list: [{ name: 'ADA' }, 3], ada: 1 }, 'ada'))
  expect(total).toBe(3)
  expect(matches).toEqual([
    { path: ['first'], positions: [0], in: 'value' },
    { path: ['list', 0, 'name'], positions: [1, 0, 0], in: 'value' },
    { path: ['ada'], positions: [2], in: 'key' },
  ])
  expect(finish(searchData({ a: null, b: 3, c: 33 }, '3')).matches.map(({ path }) => path)).toEqual([['b']])
})

test('a schema has types, how often a field is present, and an example', () => {
  const fields = finish(inferSchema({ rows: [{ id: 1, tag: null }, { id: 'x' }] }))
  expect(fields.map(({ path, types, count, of }) => [path.join('.'), types.join(), count, of])).toEqual([
    ['', 'object', 1, 1],
    ['rows', 'array', 1, 1],
    ['rows.', 'object', 2, 2],
    ['rows..id', 'number,string', 2, 2],
    ['rows..tag', 'null', 1, 2],
  ])
})

test('differences are marked where they are', () => {
  const comparison = new Comparison({ a: 1, b: { c: 1 }, gone: 1 }, { a: 1, b: { c: 2 }, d: [] })
  expect(comparison.at(['a'])).toBeUndefined()
  expect(comparison.at(['b'])).toEqual({ kind: 'changed', removed: [] })
  expect(comparison.at(['b', 'c'])).toEqual({ kind: 'changed', removed: [] })
  expect(comparison.at(['d'])).toEqual({ kind: 'added', removed: [] })
  expect(comparison.at([])).toEqual({ kind: 'changed', removed: ['gone'] })
})

test('a path becomes an expression and a pointer', () => {
  expect(toExpression('nodes["Fetch"].output', ['lines', 0, 'unit price'])).toBe(
    'nodes["Fetch"].output.lines[0]["unit price"]',
  )
  expect(toExpression('', ['a', 'b'])).toBe('a.b')
  expect(toPointer(['a/b', '~', 0])).toBe('/a~1b/~0/0')
})
