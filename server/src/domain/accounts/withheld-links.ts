import type { Scope } from '@millrace/contract/scopes.ts'
import { base64PatternOf } from './base64-pattern.ts'

/** What stands where a link was. */
export const WITHHELD = '[hidden]'

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
/** The token of a link that answers a wait; it looks the same in an address, in text and in an encoded address. */
const WAIT_TOKEN = `[ac]\\.${UUID}\\.${UUID}\\.[\\w-]{43}`
/** The key of an inbound webhook, in the path of its address. */
const INBOUND_KEY = '(?<=/hooks/(?:test/)?|%2Fhooks%2F(?:test%2F)?)[\\w-]{32}'
/** The same in base64, where steps put text into messages and files. */
const HEX_DIGIT = '0123456789abcdef'
const WORD = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-'
const UUID_BYTES = [8, 4, 4, 4, 12].flatMap((length, index) => [
  ...(index === 0 ? [] : ['-']),
  ...repeat(HEX_DIGIT, length),
])
const WAIT_TOKEN_IN_BASE64 = base64PatternOf([
  'ac',
  '.',
  ...UUID_BYTES,
  '.',
  ...UUID_BYTES,
  '.',
  ...repeat(WORD, 43),
])
const INBOUND_KEY_IN_BASE64 = ['/', '%2F']
  .flatMap((slash) => {
    const path = Array.from(`${slash}hooks${slash}`)
    const testPath = [...path, ...Array.from(`test${slash}`)]
    const key = repeat(WORD, 32)
    // Otherwise, the rest of the longer path could be taken for a key.
    return [base64PatternOf([...testPath, ...key]), base64PatternOf([...path, ...key], testPath)]
  })
  .join('|')
/** No link is longer from `/hooks` or the start of its token to its end, not even in base64, and none contains other characters. */
const MAX_LENGTH = 160
const UNFINISHED = /[\w.%/+-]+$/

const WAIT_TOKENS = new RegExp(WAIT_TOKEN, 'gi')
const WAIT_TOKENS_IN_BASE64 = new RegExp(WAIT_TOKEN_IN_BASE64, 'g')
const INBOUND_KEYS = new RegExp(INBOUND_KEY, 'gi')
const INBOUND_KEYS_IN_BASE64 = new RegExp(INBOUND_KEY_IN_BASE64, 'g')
/** `hooks` at the three positions that it can have in base64, without what adjacent bytes share. */
const HOOKS_IN_BASE64 = ['aG9va3', 'hvb2tz', 'ob29rc']

/**
 * Reading never becomes doing: whoever has the link of a wait can answer it, and whoever has the address of an inbound webhook
 * can start runs. Runs may copy both into their data (`execution.links`), so they are replaced in every answer to a caller
 * that could not do the same with its own scopes, also in base64. Undefined for callers that may see both.
 */
export function withholdsLinks(scopes: readonly Scope[]): ((text: string) => string) | undefined {
  const mayAnswer = scopes.includes('executions:write')
  const mayStart = maySeeAddresses(scopes)
  if (mayAnswer && mayStart) return undefined
  const kinds = [...(mayAnswer ? [] : [replaceWaitTokens]), ...(mayStart ? [] : [replaceInboundKeys])]
  return (text) => kinds.reduce((shown, replace) => replace(shown), text)
}

function replaceWaitTokens(text: string): string {
  return text.replace(WAIT_TOKENS, WITHHELD).replace(WAIT_TOKENS_IN_BASE64, WITHHELD)
}

function replaceInboundKeys(text: string): string {
  const shown = text.replace(INBOUND_KEYS, WITHHELD)
  // Most texts contain nothing like it, and this takes a fraction of the time.
  return HOOKS_IN_BASE64.some((part) => shown.includes(part))
    ? shown.replace(INBOUND_KEYS_IN_BASE64, WITHHELD)
    : shown
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

function repeat(characters: string, times: number): readonly string[] {
  return Array.from({ length: times }, () => characters)
}
