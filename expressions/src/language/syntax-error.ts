import { SourceLocation, type ExpressionProblem } from '#expressions/runtime/problem.ts'
import { useCodeNode } from '#expressions/runtime/refused.ts'

const statements = new Set(
  (
    'break case catch const continue debugger default delete do else enum export extends finally for if let ' +
    'return static switch throw try var void while with yield'
  ).split(' '),
)

/** Rewords the parser's error for users and locates it in the text of the parameter. */
export function explainSyntaxError(message: string, text: string, at: number): ExpressionProblem {
  if (at >= text.length) {
    return new SourceLocation(text, Math.max(0, text.length - 1), text.length).problem(
      'The expression is incomplete.',
      'Close every bracket and quote, and end with `}}`.',
    )
  }
  const here = new SourceLocation(text, at, at + wordLength(text, at))
  if (message.startsWith('Unterminated string') && hasLineBreak(text, at)) {
    return here.problem(
      'This quoted text contains a line break.',
      'Write `\\n` for a line break, or use backticks (`` ` ``) instead of the quotes.',
    )
  }
  if (/^Unterminated (string|template)/.test(message)) {
    return here.problem('This quoted text is never closed.', 'Add the closing quote.')
  }
  if (message.startsWith('Unterminated regular expression')) {
    return here.problem(
      'This regular expression is never closed.',
      'To divide, put a value on both sides of `/`.',
    )
  }
  if (message.startsWith('Unterminated comment')) {
    return here.problem('This comment is never closed.', 'Add `*/`.')
  }
  if (/[“”„‘’‚«»]/.test(text.charAt(at))) {
    return here.problem(
      `The quotation mark \`${text.charAt(at)}\` cannot delimit a text.`,
      'Use straight quotes: `"` or `\'`.',
    )
  }
  if (text.startsWith('}}', at)) {
    return here.problem(
      'Something is missing before `}}`.',
      'Complete the expression and close all brackets.',
    )
  }
  if (statements.has(here.source)) {
    const hint = here.source === 'if' ? 'Write `condition ? a : b`.' : useCodeNode
    return here.problem(`\`${here.source}\` is not available in expressions.`, hint)
  }
  if (message.startsWith('Unexpected')) {
    return here.problem(`Unexpected \`${here.source}\`.`, 'Check whether something is missing before it.')
  }
  return here.problem(`${message.replace(/\s*\(\d+:\d+\)$/, '')}.`)
}

/** Whether the quote that starts at this offset is closed, but on a later line. */
function hasLineBreak(text: string, at: number): boolean {
  const line = text.indexOf('\n', at)
  return line !== -1 && text.indexOf(text.charAt(at), line) !== -1
}

function wordLength(text: string, at: number): number {
  if (text.startsWith('}}', at)) return 2
  return /^[\w$]+/.exec(text.slice(at, at + 40))?.[0].length ?? 1
}
