/** The request that is open. */
export interface InboxSearch {
  wait?: string | undefined
}

export function readInboxSearch({ wait }: Record<string, unknown>): InboxSearch {
  return typeof wait === 'string' && wait !== '' ? { wait } : {}
}
