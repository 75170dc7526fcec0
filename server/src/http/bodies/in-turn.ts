import { isLarge, type LargeBodies } from './large-bodies.ts'
import { parseJson, parseJsonInParts } from './parse-json.ts'

/** Parses a body: at once, or in the turn of its owner if it is large. */
export async function readJson(bodies: LargeBodies, owner: string, bytes: Uint8Array): Promise<unknown> {
  if (!isLarge(bytes.length)) return parseJson(bytes)
  return bodies.finish(owner, (isAlone) => parseJsonInParts(bytes, isAlone))
}

/** Does the work on a body of so many bytes: at once, or in the turn of its owner if it is large. */
export async function inTurn<T>(
  bodies: LargeBodies,
  owner: string,
  { bytes, work }: { readonly bytes: number; readonly work: () => T },
): Promise<T> {
  if (!isLarge(bytes)) return work()
  // oxlint-disable-next-line require-yield -- one part, which is short enough
  return bodies.finish(owner, function* onePart() {
    return work()
  })
}
