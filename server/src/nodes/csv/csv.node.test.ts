import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { failureOf, formats, outputOf, workers } from '#nodes/testing/format-node.ts'
import { problemsOf } from '#nodes/testing/list-node.ts'
import { csvNode } from './csv.node.ts'

const node = csvNode(formats)
const parse = (text: string, options = {}) => outputOf(node, { text, ...options })

describe('The `csv` node', () => {
  after(() => workers.close())

  it('reads quoted cells, any line ends and a byte order mark', async () => {
    assert.deepEqual(await parse('\uFEFFa,b\r\n1,"x, ""y""\nz"\n\n,\r2,3'), [
      { a: '1', b: 'x, "y"\nz' },
      { a: '', b: '' },
      { a: '2', b: '3' },
    ])
    assert.deepEqual(await parse(''), [])
    assert.deepEqual(await parse('a,b'), [])
    assert.deepEqual(await parse('a;b\n1;"2,5"', { separator: 'detect' }), [{ a: '1', b: '2,5' }])
    assert.deepEqual(await parse('a\tb\n1\t2', { separator: 'tab', header: false }), [
      ['a', 'b'],
      ['1', '2'],
    ])
  })

  it('gives every column a name of its own', async () => {
    assert.deepEqual(await parse('a,,a,__proto__\n1,2,3,4,5\n6'), [
      Object.fromEntries([
        ['a', '1'],
        ['column_2', '2'],
        ['a_2', '3'],
        ['__proto__', '4'],
        ['column_5', '5'],
      ]),
      Object.fromEntries([
        ['a', '6'],
        ['column_2', ''],
        ['a_2', ''],
        ['__proto__', ''],
      ]),
    ])
  })

  it('converts only numbers that read the same afterwards', async () => {
    const [row] = (await parse('1,-2.50,0,01067,1e3,0x1F,12345678901234567890,true,, 1', {
      header: false,
      convert_types: true,
    })) as unknown[][]
    assert.deepEqual(row, [1, -2.5, 0, '01067', '1e3', '0x1F', '12345678901234567890', true, '', ' 1'])
  })

  it('names the row of a mistake', async () => {
    assert.equal(
      await failureOf(node, { text: 'a\nb\n"c' }),
      'CSV_INVALID: The CSV cannot be read: in row 3, a quoted cell has no closing quote.',
    )
    assert.match(
      await failureOf(node, { text: 'a\n"b"c' }),
      /in row 2, a quoted cell is followed by something/,
    )
  })

  it('writes objects and lists', async () => {
    const format = (items: readonly unknown[], options = {}) =>
      outputOf(node, { operation: 'format', items: items as never, ...options })
    assert.equal(
      await format([
        { a: 1, b: 'x,"y"' },
        { c: [1], a: null },
      ]),
      'a,b,c\r\n1,"x,""y""",\r\n,,[1]\r\n',
    )
    assert.equal(await format([{ a: 1, b: 2 }], { columns: ['b', 'z'], separator: 'pipe' }), 'b|z\r\n2|\r\n')
    assert.equal(await format([{ a: 1 }], { header: false }), '1\r\n')
    assert.equal(
      await format([
        [1, true],
        ['x', null],
      ]),
      '1,true\r\nx,\r\n',
    )
    assert.equal(await format([]), '')
    assert.equal(await format([{ a: '=1+1', b: -5 }], { escape_formulas: true }), "a,b\r\n'=1+1,-5\r\n")
    assert.equal(await outputOf(node, { operation: 'format' }, [{ a: 1 }]), 'a\r\n1\r\n')
  })

  it('refuses items that are no rows', async () => {
    const format = (items: readonly unknown[]) =>
      failureOf(node, { operation: 'format', items: items as never })
    assert.match(await format([{ a: 1 }, 7]), /INVALID_PARAMETERS: The items must be objects or lists, .* 7/)
    assert.match(await format([{ a: 1 }, [1]]), /either all objects or all lists/)
    assert.match(await failureOf(node, { text: 7 }), /`text` must be a text or a file, but it is a number/)
    assert.match(
      await failureOf(node, {}, { body: 'a' }),
      /Set `text`, for example to `\{\{ previous.body \}\}`/,
    )
  })

  it('reads long texts in another thread, with the same result', async () => {
    const rows = Array.from({ length: 3_000 }, (_, index) => ({ id: String(index), name: `name "${index}"` }))
    const text = await outputOf(node, { operation: 'format', items: rows })
    const before = workers.finished
    assert.deepEqual(await parse(text as string), rows)
    assert.equal(workers.finished, before + 1)
  })

  it('refuses millions of cells, and results that no step can return', async () => {
    assert.match(await failureOf(node, { text: ','.repeat(3_000_000) }), /^TOO_MANY_ITEMS: .*500,000 cells/)
    // Short rows get all columns of a wide header.
    assert.match(
      await failureOf(node, { text: `${','.repeat(20_000)}\n${'1\n'.repeat(20_000)}` }),
      /^TOO_MANY_ITEMS: .*500,000 cells/,
    )
    assert.match(await failureOf(node, { text: 'a\n'.repeat(200_000) }), /^TOO_MANY_ITEMS: .*100,000 rows/)
    assert.match(await failureOf(node, { text: `a,b\n${'x,y\n'.repeat(90_000)}` }), /^OUTPUT_TOO_LARGE: /)
    assert.match(await failureOf(node, { text: 'x'.repeat(5_000_000) }), /^INPUT_TOO_LARGE: /)
  })

  it('reports a separator that cannot be detected', () => {
    assert.deepEqual(problemsOf(node, { operation: 'format', separator: 'detect' }), [
      'separator: the separator cannot be detected when CSV is written. Choose one.',
    ])
    assert.deepEqual(problemsOf(node, { separator: 'detect' }), [])
  })
})
