/** Whether a path matches a pattern in which `*` stands for any characters. Takes no longer than the product of the lengths. */
export function matchesPath(path: string, pattern: string): boolean {
  let at = 0
  let inPattern = 0
  /** The last `*`, and up to where it was tried. */
  let star = -1
  let tried = 0
  while (at < path.length) {
    if (pattern[inPattern] === '*') {
      star = inPattern
      tried = at
      inPattern += 1
    } else if (pattern[inPattern] === path[at]) {
      at += 1
      inPattern += 1
    } else if (star !== -1) {
      tried += 1
      at = tried
      inPattern = star + 1
    } else return false
  }
  while (pattern[inPattern] === '*') inPattern += 1
  return inPattern === pattern.length
}
