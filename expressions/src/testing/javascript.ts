/**
 * What JavaScript itself makes of an expression. For tests only, and only for text that a test wrote or
 * generated: comparing with the real thing is the point.
 */
export function evaluateJavaScript(expression: string, input: unknown): unknown {
  // oxlint-disable-next-line no-new-func, no-implied-eval, typescript/no-implied-eval -- the oracle of the comparison
  const run = new Function('input', `"use strict"; return (${expression})`) as (input: unknown) => unknown
  return run(input)
}
