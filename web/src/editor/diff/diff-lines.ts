export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

/** Longer texts are shown as removed and added as a whole. */
const MAX_CELLS = 1_000_000

/** The shortest way from one text to the other, line by line. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [left, right] = [before.split('\n'), after.split('\n')]
  if (left.length * right.length > MAX_CELLS) {
    return [...left.map((text) => line('removed', text)), ...right.map((text) => line('added', text))]
  }
  // lengths[i][j]: the longest common subsequence of what follows line i and line j.
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint32Array(right.length + 1))
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0
  for (let i = left.length - 1; i >= 0; i -= 1) {
    const row = lengths[i] as Uint32Array
    for (let j = right.length - 1; j >= 0; j -= 1) {
      row[j] = left[i] === right[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      lines.push(line('same', left[i] ?? ''))
      i += 1
      j += 1
    } else if (j >= right.length || (i < left.length && at(i + 1, j) >= at(i, j + 1))) {
      lines.push(line('removed', left[i] ?? ''))
      i += 1
    } else {
      lines.push(line('added', right[j] ?? ''))
      j += 1
    }
  }
  return lines
}

/** Drops unchanged lines that are far from a change; a gap is undefined. */
export function foldSame(lines: readonly DiffLine[], context = 2): (DiffLine | undefined)[] {
  const isNear = (index: number) =>
    lines.slice(Math.max(0, index - context), index + context + 1).some(({ kind }) => kind !== 'same')
  const folded: (DiffLine | undefined)[] = []
  for (const [index, one] of lines.entries()) {
    if (isNear(index)) folded.push(one)
    else if (folded.at(-1) !== undefined || folded.length === 0) folded.push(undefined)
  }
  return folded
}

function line(kind: DiffLine['kind'], text: string): DiffLine {
  return { kind, text }
}
