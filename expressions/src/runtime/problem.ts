/** Where something stands in the text of a parameter; line and column count from 1, offset from 0. */
export interface Position {
  readonly offset: number
  readonly line: number
  readonly column: number
}

/** What is wrong with an expression, in words for a person who does not program. */
export interface ExpressionProblem {
  readonly message: string
  readonly position: Position
  /** The part at fault, cut from the text of the parameter. */
  readonly excerpt: string
  readonly suggestion?: string
  /** The way into the parameter value, when the text was nested in an object or a list. */
  readonly path?: readonly (string | number)[]
}

/** The only error that compiling or evaluating an expression throws. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError'
  readonly problem: ExpressionProblem

  constructor(problem: ExpressionProblem) {
    super(describeProblem(problem))
    this.problem = problem
  }
}

/** A part of a parameter text, kept by compiled code so that a failure can point at it. */
export class SourceLocation {
  readonly text: string
  readonly start: number
  readonly end: number

  constructor(text: string, start: number, end: number) {
    this.text = text
    this.start = start
    this.end = end
  }

  /** The source of this part in one line, shortened for use inside a sentence. */
  get source(): string {
    // Cut before cleaning: the text may be long and only its beginning is shown.
    return shorten(this.text.slice(this.start, Math.min(this.end, this.start + 400)).replace(/\s+/g, ' '), 80)
  }

  problem(message: string, suggestion?: string): ExpressionProblem {
    const base = { message, position: positionAt(this.text, this.start), excerpt: this.source }
    return suggestion === undefined ? base : { ...base, suggestion }
  }

  fail(message: string, suggestion?: string): never {
    throw new ExpressionError(this.problem(message, suggestion))
  }
}

/** One sentence for logs and for callers that show a single line. */
export function describeProblem(problem: ExpressionProblem): string {
  const { line, column } = problem.position
  const hint = problem.suggestion === undefined ? '' : ` ${problem.suggestion}`
  return `${problem.message}${hint} (line ${line}, column ${column})`
}

/** The same problem, seen from a value that holds the text at `path`. */
export function problemAt(problem: ExpressionProblem, path: readonly (string | number)[]): ExpressionProblem {
  return path.length === 0 ? problem : { ...problem, path }
}

export function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`
}

function positionAt(text: string, offset: number): Position {
  let line = 1
  let lineStart = 0
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1
    lineStart = at + 1
  }
  return { offset, line, column: offset - lineStart + 1 }
}
