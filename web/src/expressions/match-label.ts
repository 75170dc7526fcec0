/** How a label fits what was typed. `rank`: the lower, the better. `letters`: the positions in the label that were typed. */
export interface LabelMatch {
  readonly rank: number
  readonly letters: readonly number[]
}

/**
 * One letter begins the label, two are next to each other or begin words of it, and more are in it in their order. Undefined if
 * the label does not fit.
 */
export function matchLabel(label: string, typed: string): LabelMatch | undefined {
  const [name, letters] = [label.toLowerCase(), typed.toLowerCase()]
  if (name === letters) return { rank: 0, letters: following(0, typed) }
  if (label.startsWith(typed)) return { rank: 1, letters: following(0, typed) }
  if (name.startsWith(letters)) return { rank: 2, letters: following(0, typed) }
  if (letters.length <= 1) return undefined

  const words = beginningsOfWords(label)
  const begun = inOrder(letters, words.map((at) => name.charAt(at)).join(''))
  if (begun !== undefined) return { rank: 3, letters: begun.map((at) => words[at] ?? 0) }
  const inside = name.indexOf(letters)
  if (inside !== -1) return { rank: 4, letters: following(inside, typed) }
  const scattered = letters.length > 2 ? inOrder(letters, name) : undefined
  return scattered && { rank: 5, letters: scattered }
}

function following(from: number, typed: string): readonly number[] {
  return Array.from({ length: typed.length }, (_, index) => from + index)
}

/** Where the letters are in the text, one after another. */
function inOrder(letters: string, text: string): readonly number[] | undefined {
  const found: number[] = []
  for (const letter of letters) {
    const at = text.indexOf(letter, (found.at(-1) ?? -1) + 1)
    if (at === -1) return undefined
    found.push(at)
  }
  return found
}

function beginningsOfWords(label: string): readonly number[] {
  return [...label.matchAll(/^.|\p{Lu}|(?<=[^\p{L}\d])[\p{L}\d]/gu)].map(({ index }) => index)
}
