/** Whether `If-None-Match` names the tag: the client has this state already. */
export function matchesTag(header: string | undefined, tag: string): boolean {
  const opaque = tag.replace('W/', '')
  return (header ?? '')
    .split(',')
    .some((part) => part.trim() === '*' || part.trim().replace('W/', '') === opaque)
}
