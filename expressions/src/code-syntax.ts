import { parse } from 'acorn'

/** A syntax error in the code of a `code` node. Line and column count from 1. */
export interface CodeProblem {
  readonly message: string
  readonly line: number
  readonly column: number
}

/** The same function as in the sandbox: code that ends it early would be accepted there as well. */
const BEFORE = '(function(){"use strict";return async function(){'
const AFTER = '\n}})'

/** Finds the first syntax error of a function body; undefined if there is none. */
export function findCodeProblem(code: string): CodeProblem | undefined {
  try {
    parse(BEFORE + code + AFTER, { ecmaVersion: 'latest' })
    return undefined
  } catch (error) {
    // Nested too deeply for the parser: the sandbox, which has limits of its own, decides.
    if (error instanceof RangeError || isOutOfStack(error)) return undefined
    if (!(error instanceof SyntaxError) || !('loc' in error)) throw error
    const { line, column } = error.loc as { line: number; column: number }
    const lines = code.split('\n')
    const message = error.message.replace(/\s*\(\d+:\d+\)$/, '')
    // The parser finds a missing bracket only behind the code.
    if (line > lines.length)
      return {
        message: 'A bracket or a value is missing at the end',
        line: lines.length,
        column: (lines.at(-1)?.length ?? 0) + 1,
      }
    return { message, line, column: column + 1 - (line === 1 ? BEFORE.length : 0) }
  }
}

function isOutOfStack(error: unknown): boolean {
  return error instanceof SyntaxError && error.message.startsWith('Not enough stack space')
}
