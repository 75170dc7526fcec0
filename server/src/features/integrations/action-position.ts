/** Actions have no ids; their position in the list, which never changes, is encoded as one for the cursor. */
const PREFIX = '00000000-0000-7000-8000-'

export function idOfPosition(position: number): string {
  return `${PREFIX}${position.toString(16).padStart(12, '0')}`
}

/** For an id without a position, a number beyond every position: such a cursor finds nothing. */
export function positionOfId(id: string): number {
  return id.startsWith(PREFIX) ? Number.parseInt(id.slice(PREFIX.length), 16) : Number.MAX_SAFE_INTEGER
}
