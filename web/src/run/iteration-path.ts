import type { StepOutline } from '@millrace/contract/execution-timeline.ts'

/** The loop iterations that contain the step: `loop[0]/inner[2]`; '' outside of loops. */
export function iterationOf(step: StepOutline): string {
  return step['frame'] ?? ''
}

/** The key of the loop step that an iteration belongs to, and the index of the iteration. */
export function splitIteration(path: string): { loopKey: string; index: number } {
  const bracket = path.lastIndexOf('[')
  return { loopKey: path.slice(0, bracket), index: Number(path.slice(bracket + 1, -1)) }
}

/** The iterations around a step, outermost first. */
export function iterationsAround(path: string): { path: string; loopKey: string; index: number }[] {
  const found: { path: string; loopKey: string; index: number }[] = []
  for (let rest = path; rest !== '';) {
    const { loopKey, index } = splitIteration(rest)
    found.unshift({ path: rest, loopKey, index })
    const slash = loopKey.lastIndexOf('/')
    rest = slash === -1 ? '' : loopKey.slice(0, slash)
  }
  return found
}

/** The id of the node in a step key. Separators in ids are escaped. */
export function nodeOfKey(key: string): string {
  const name = key.slice(key.lastIndexOf('/') + 1)
  return name.replaceAll(/%([0-9a-f]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/** The key of the step of a node in an iteration. */
export function stepKeyOf(path: string, nodeId: string): string {
  const name = nodeId.replaceAll(/[%/[\]]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return path === '' ? name : `${path}/${name}`
}
