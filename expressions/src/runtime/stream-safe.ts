/** Of the combining marks that follow each other, as many as Unicode allows in a stream-safe text (UAX #15). */
const LONG_RUN = /\p{M}{30}(?=\p{M})/gu
/** Shows nothing, and marks are not sorted across it. */
const COMBINING_GRAPHEME_JOINER = '\u034f'
const ONLY_PLAIN = /^[^\u0300-\u{10ffff}]*$/u

/**
 * A text whose runs of combining marks are short. Normalizing a text and comparing it in a locale sort the marks of each run in
 * quadratic time: half a minute for 200,000 of them. Texts of any language stay the same.
 *
 * The same stands in `server/src/domain`: neither of the two may import the other, and the contract is about what crosses the wire.
 */
export function toStreamSafe(text: string): string {
  return ONLY_PLAIN.test(text) ? text : text.replaceAll(LONG_RUN, `$&${COMBINING_GRAPHEME_JOINER}`)
}
