import type { Scene, SceneCard } from './build-scene.ts'
import type { Box } from './geometry.ts'
import { spaceForOutputs } from './outputs.ts'

export function allBoxes(scene: Scene): readonly Box[] {
  return [
    ...scene.cards.map(withOutputs),
    ...[...scene.notes, ...scene.loops, ...scene.groups].map(({ box }) => box),
  ]
}

/** With the labels and buttons to its right, which must be in view as well. */
export function withOutputs({ box, outputs }: SceneCard): Box {
  const open = outputs.filter(({ side, edges }) => side === 'right' && edges === 0)
  if (open.length === 0) return box
  return { ...box, width: box.width + spaceForOutputs(open.map(({ handle }) => handle)) }
}

/** Whether all cards lie on top of each other. */
export function isFlat({ cards }: Scene): boolean {
  const [first] = cards
  return cards.length > 1 && cards.every(({ box }) => box.x === first?.box.x && box.y === first.box.y)
}
