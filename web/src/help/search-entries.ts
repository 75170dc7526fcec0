import { type HelpEntry, type HelpKind, helpKinds } from './help-entries.ts'

export interface HelpGroup {
  readonly kind: HelpKind
  readonly entries: readonly HelpEntry[]
}

const MAX_PER_GROUP = 8

/** The entries that contain every word of the query, best first, in groups of which the best one comes first. */
export function searchEntries(entries: readonly HelpEntry[], query: string): readonly HelpGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const rated = entries
    .map((entry) => ({ entry, score: rate(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.entry.title.length - b.entry.title.length)
  const groups = Map.groupBy(rated, ({ entry }) => entry.kind)
  return [...groups]
    .sort(([a, [first]], [b, [second]]) => {
      const better = (second?.score ?? 0) - (first?.score ?? 0)
      return better === 0 ? helpKinds.indexOf(a) - helpKinds.indexOf(b) : better
    })
    .map(([kind, members]) => ({ kind, entries: members.slice(0, MAX_PER_GROUP).map(({ entry }) => entry) }))
}

/** 0 unless every word occurs. Names count more than texts, and whole names most. */
function rate({ title, names, context, text }: HelpEntry, words: readonly string[]): number {
  const query = words.join(' ')
  const known = [title, ...names].map((name) => name.toLowerCase())
  let score = known.includes(query) ? 40 : known.some((name) => name.startsWith(query)) ? 15 : 0
  for (const word of words) {
    if (known.some((name) => name.startsWith(word))) score += 12
    else if (known.some((name) => startsWord(name, word))) score += 9
    else if (known.some((name) => name.includes(word))) score += 6
    else if (context.toLowerCase().includes(word)) score += 3
    else if (startsWord(text.toLowerCase(), word)) score += 2
    else if (text.toLowerCase().includes(word)) score += 1
    else return 0
  }
  return score
}

function startsWord(text: string, word: string): boolean {
  let at = text.indexOf(word)
  while (at > 0 && /[\p{L}\d]/u.test(text.charAt(at - 1))) at = text.indexOf(word, at + 1)
  return at >= 0
}

const EXCERPT_BEFORE = 24
const EXCERPT_LENGTH = 140

/** The part of a text around the first word that was found in it. */
export function excerptOf(text: string, query: string): string {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const lower = text.toLowerCase()
  const positions = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0)
  const first = positions.length > 0 ? Math.min(...positions) : 0
  const from = first < EXCERPT_LENGTH - 20 ? 0 : text.indexOf(' ', first - EXCERPT_BEFORE) + 1
  const end = from + EXCERPT_LENGTH
  return `${from > 0 ? '…' : ''}${text.slice(from, end).trimEnd()}${end < text.length ? '…' : ''}`
}
