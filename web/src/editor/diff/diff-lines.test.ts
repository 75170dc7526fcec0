import { describe, expect, it } from 'vitest'
import { diffLines, foldSame } from './diff-lines.ts'

const show = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, text }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${text}`)

describe('diffLines', () => {
  it('Lines that stay are matched, so that only changes are marked', () => {
    expect(show('a\nb\nc', 'a\nx\nc\nd')).toEqual([' a', '-b', '+x', ' c', '+d'])
    expect(show('', 'a')).toEqual(['-', '+a'])
    expect(show('a', 'a')).toEqual([' a'])
  })

  it('Unchanged lines far from a change are folded', () => {
    const before = ['1', '2', '3', '4', '5', '6'].join('\n')
    const folded = foldSame(diffLines(before, `${before}\n7`), 1)
    expect(folded.map((one) => one?.text)).toEqual([undefined, '6', '7'])
  })
})
