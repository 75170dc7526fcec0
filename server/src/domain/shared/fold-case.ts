/**
 * The form under which texts are compared without regard to case. Done here rather than by the databases, which
 * disagree about letters beyond ASCII.
 */
export function foldCase(text: string): string {
  return text.normalize('NFC').toUpperCase().toLowerCase()
}
