import type { JsonValue } from '../../../graph/types.ts'

type Members = Readonly<Record<string, JsonValue>>

/** Renames a member in its position; undefined removes it. */
export function renameEntry(members: Members, name: string, next: string | undefined): Members {
  return Object.fromEntries(
    Object.entries(members).flatMap(([key, value]) =>
      key !== name ? [[key, value]] : next === undefined ? [] : [[next, value]],
    ),
  )
}

export function moveEntry(members: Members, name: string, by: -1 | 1): Members {
  const entries = Object.entries(members)
  const at = entries.findIndex(([key]) => key === name)
  return Object.fromEntries(moveAt(entries, at, by))
}

export function moveAt<T>(list: readonly T[], at: number, by: -1 | 1): readonly T[] {
  const to = at + by
  const moved = list[at]
  if (moved === undefined || to < 0 || to >= list.length) return list
  return list.toSpliced(at, 1).toSpliced(to, 0, moved)
}
