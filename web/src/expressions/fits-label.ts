/**
 * Whether the list of completions keeps a label for what was typed: one letter begins the label, two are next to each other
 * or begin words of it, and more are in it in their order. The list ranks by the same rule.
 */
export function fitsLabel(label: string, typed: string): boolean {
  const [name, letters] = [label.toLowerCase(), typed.toLowerCase()]
  if (letters.length <= 1) return name.startsWith(letters)
  if (letters.length > 2) return areInOrder(letters, name)
  return name.includes(letters) || areInOrder(letters, beginningsOfWords(label))
}

function areInOrder(letters: string, text: string): boolean {
  let at = -1
  for (const letter of letters) {
    at = text.indexOf(letter, at + 1)
    if (at === -1) return false
  }
  return true
}

function beginningsOfWords(label: string): string {
  return (label.match(/^.|\p{Lu}|(?<=[^\p{L}\d])[\p{L}\d]/gu) ?? []).join('').toLowerCase()
}
