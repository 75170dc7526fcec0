/**
 * Evaluates an expression with JavaScript itself, as the reference for the interpreter. For tests only, and only
 * for text that a test wrote or generated.
 */
export function evaluateJavaScript(expression: string, input: unknown): unknown {
  // oxlint-disable-next-line no-new-func, no-implied-eval, typescript/no-implied-eval -- the oracle of the comparison
  const run = new Function('input', `"use strict"; return (${expression})`) as (input: unknown) => unknown
  return run(input)
}
