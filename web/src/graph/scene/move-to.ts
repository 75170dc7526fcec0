import { readGroup } from './annotations.ts'
import type { Scene } from './build-scene.ts'
import type { Point } from './geometry.ts'

/** Moving a group moves its members. */
export function moveTo(positions: Map<string, Point>, id: string, position: Point, scene: Scene): void {
  const group = scene.groups.find((one) => one.id === id)
  if (group === undefined) {
    positions.set(id, position)
    return
  }
  const dx = position.x - group.box.x
  const dy = position.y - group.box.y
  const members = new Set(readGroup(group.node).members)
  for (const card of scene.cards)
    if (members.has(card.node.id)) positions.set(card.node.id, { x: card.box.x + dx, y: card.box.y + dy })
  for (const note of scene.notes)
    if (members.has(note.id)) positions.set(note.id, { x: note.box.x + dx, y: note.box.y + dy })
  const own = group.node.position
  if (own !== undefined) positions.set(id, { x: own.x + dx, y: own.y + dy })
}
