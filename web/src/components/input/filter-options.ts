import type { ComboboxOption } from './combobox.tsx'

/** More entries than this are not shown: typing finds them faster than scrolling. */
const shownLimit = 200

interface FilteredOptions {
  /** In the order of their first option. `index` is the position among all that are shown. */
  groups: { group: string | undefined; entries: { option: ComboboxOption; index: number }[] }[]
  flat: ComboboxOption[]
  /** How many matches are not shown. */
  left: number
}

/** Options whose label, description, group or keywords contain every word of the search; the best matches first. */
export function filterOptions(options: readonly ComboboxOption[], search: string): FilteredOptions {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = options
    .map((option) => ({ option, rank: rankOf(option, words) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => b.rank - a.rank)
    .map(({ option }) => option)
  const shown = matches.slice(0, shownLimit)
  const byGroup = Map.groupBy(shown, ({ group }) => group)
  const flat = [...byGroup.values()].flat()
  const positions = new Map(flat.map((option, index) => [option, index]))
  return {
    groups: [...byGroup].map(([group, members]) => ({
      group,
      entries: members.map((option) => ({ option, index: positions.get(option) ?? 0 })),
    })),
    flat,
    left: matches.length - shown.length,
  }
}

/** Negative: no match. */
function rankOf({ label, description, group, keywords }: ComboboxOption, words: readonly string[]): number {
  const name = label.toLowerCase()
  const everything = [name, description, group, ...(keywords ?? [])].join(' ').toLowerCase()
  if (!words.every((word) => everything.includes(word))) return -1
  const [first] = words
  if (first === undefined) return 0
  if (name.startsWith(first)) return 3
  if (name.includes(` ${first}`)) return 2
  return name.includes(first) ? 1 : 0
}
