/** Notes and groups are nodes that the engine ignores. Their data comes from outside, so every member is checked. */
import type { GraphNode } from '../types.ts'

export const NOTE_COLORS = ['yellow', 'blue', 'green', 'rose', 'grey'] as const
export type NoteColor = (typeof NOTE_COLORS)[number]

export interface Note {
  readonly text: string
  readonly width: number
  readonly height: number
  readonly color: NoteColor
}

export interface Group {
  readonly title: string
  readonly members: readonly string[]
  readonly collapsed: boolean
}

export function readNote(node: GraphNode): Note {
  const { text, width, height, color } = node.data ?? {}
  return {
    text: typeof text === 'string' ? text : '',
    width: clampSize(width, 232, 120),
    height: clampSize(height, 80, 40),
    color: NOTE_COLORS.find((one) => one === color) ?? 'yellow',
  }
}

export function readGroup(node: GraphNode): Group {
  const { title, node_ids: members, collapsed } = node.data ?? {}
  return {
    title: typeof title === 'string' ? title : '',
    members: Array.isArray(members) ? members.filter((id) => typeof id === 'string') : [],
    collapsed: collapsed === true,
  }
}

function clampSize(value: unknown, fallback: number, least: number): number {
  return typeof value === 'number' && Number.isFinite(value)
    ? Math.min(Math.max(value, least), 1200)
    : fallback
}
