import type { Scope } from '@millrace/contract/scopes.ts'

/** What stands where a link was. */
export const WITHHELD = '[hidden]'

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
/** The token of a link that answers a wait; it looks the same in an address, in text and in an encoded address. */
const WAIT_TOKEN = `[ac]\\.${UUID}\\.${UUID}\\.[\\w-]{43}`
/** The key of an inbound webhook, in the path of its address. */
const INBOUND_KEY = '(?<=/hooks/(?:test/)?|%2Fhooks%2F(?:test%2F)?)[\\w-]{32}'
/** No link is longer from `/hooks` or the start of its token to its end, and none contains other characters. */
const MAX_LENGTH = 160
const UNFINISHED = /[\w.%/-]+$/

/**
 * Reading never becomes doing: whoever has the link of a wait can answer it, and whoever has the address of an inbound webhook
 * can start runs. Runs may copy both into their data (`execution.links`), so they are replaced in every answer to a caller
 * that could not do the same with its own scopes. Undefined for callers that may see both.
 */
export function withholdsLinks(scopes: readonly Scope[]): ((text: string) => string) | undefined {
  const patterns = [
    ...(scopes.includes('executions:write') ? [] : [WAIT_TOKEN]),
    ...(maySeeAddresses(scopes) ? [] : [INBOUND_KEY]),
  ]
  if (patterns.length === 0) return undefined
  const pattern = new RegExp(patterns.join('|'), 'gi')
  return (text) => text.replace(pattern, WITHHELD)
}

export function maySeeAddresses(scopes: readonly Scope[]): boolean {
  return scopes.includes('workflows:write') || scopes.includes('workflows:execute')
}

/** The same for a text that comes in chunks: the end of one is kept back while it may be the beginning of a link. */
export async function* withholdInChunks(
  chunks: AsyncIterable<string>,
  withhold: (text: string) => string,
): AsyncGenerator<string> {
  let kept = ''
  for await (const chunk of chunks) {
    const text = withhold(kept + chunk)
    kept = UNFINISHED.exec(text.slice(-MAX_LENGTH))?.[0] ?? ''
    if (kept.length < text.length) yield text.slice(0, text.length - kept.length)
  }
  if (kept !== '') yield kept
}
