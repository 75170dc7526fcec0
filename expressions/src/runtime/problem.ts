/** A position in the text of a parameter. Line and column count from 1, the offset from 0. */
export interface Position {
  readonly offset: number
  readonly line: number
  readonly column: number
}

/** An error in an expression, worded for people who do not write programs. */
export interface ExpressionProblem {
  readonly message: string
  readonly position: Position
  /** The part of the parameter's text that causes the error. */
  readonly excerpt: string
  readonly suggestion?: string
  /** The path within the parameter value, if the text is nested in an object or a list. */
  readonly path?: readonly (string | number)[]
}

/** The only error that the compiler and the interpreter throw. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError'
  readonly problem: ExpressionProblem

  constructor(problem: ExpressionProblem) {
    super(describeProblem(problem))
    this.problem = problem
  }
}

/** A range in the text of a parameter. Compiled code keeps it so that an error can point at its source. */
export class SourceLocation {
  readonly text: string
  readonly start: number
  readonly end: number

  constructor(text: string, start: number, end: number) {
    this.text = text
    this.start = start
    this.end = end
  }

  /** The source of this range on one line, shortened to fit into a sentence. */
  get source(): string {
    // Sliced before white space is replaced: the text can be long, and only its start is shown.
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

/** The problem on one line, for logs and for callers that show a single line. */
export function describeProblem(problem: ExpressionProblem): string {
  const { line, column } = problem.position
  const hint = problem.suggestion === undefined ? '' : ` ${problem.suggestion}`
  return `${problem.message}${hint} (line ${line}, column ${column})`
}

/** Adds the path of the text within a larger value. */
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
