import { Parser, tokTypes, type Expression, type Options, type TokenType } from 'acorn'
import { explainSyntaxError } from './syntax-error.ts'
import { maxChain, maxDepth, maxSource } from '#expressions/runtime/budget-limits.ts'
import { ExpressionError, SourceLocation } from '#expressions/runtime/problem.ts'
import { refuseSyntax, useCodeNode } from '#expressions/runtime/refused.ts'

export interface ParsedExpression {
  readonly node: Expression
  /** Offset in the text after the expression and after any white space and comments that follow it. */
  readonly next: number
}

/** Lenient where that lets the compiler name the construct it refuses. */
const options: Options = {
  ecmaVersion: 2025,
  sourceType: 'module',
  allowSuperOutsideMethod: true,
  checkPrivateFields: false,
}

/**
 * Parses one expression that starts at `from`. The parser decides where it ends; the caller checks what
 * follows. Positions in the tree are relative to `from`.
 */
export function parseExpressionAt(text: string, from: number): ParsedExpression {
  const source = text.slice(from, from + maxSource)
  try {
    const parser = new BoundedParser(options, source)
    parser.locationAt = (start, end) => new SourceLocation(text, from + start, from + end)
    parser.nextToken()
    if (parser.type === tokTypes.braceR || parser.type === tokTypes.eof) {
      new SourceLocation(text, from + parser.start, from + parser.end).fail(
        'The expression is empty.',
        'For example, write `{{ input.email }}`.',
      )
    }
    const node = parser.parseExpression()
    return { node, next: from + parser.start }
  } catch (error) {
    if (error instanceof ExpressionError || !isSyntaxError(error)) throw error
    if (error.raisedAt >= source.length && text.length > from + maxSource) {
      return new SourceLocation(text, from, from + 40).fail(
        `This expression is longer than ${maxSource / 1024} KiB, or it is not closed.`,
        useCodeNode,
      )
    }
    throw new ExpressionError(explainSyntaxError(error.message, text, from + error.pos))
  }
}

/** acorn adds the position of the error and how far it had read. */
interface ParseError extends SyntaxError {
  readonly pos: number
  readonly raisedAt: number
}

function isSyntaxError(error: unknown): error is ParseError {
  return error instanceof SyntaxError && 'pos' in error && 'raisedAt' in error
}

/** The parser methods that acorn plugins override, which acorn's types omit. */
interface ParserInternals {
  type: TokenType
  start: number
  end: number
  nextToken(): void
  parseExpression(): Expression
  parseMaybeAssign(...args: unknown[]): unknown
  parseMaybeUnary(...args: unknown[]): unknown
  parseExprOp(...args: unknown[]): unknown
  parseFunction(...args: unknown[]): unknown
  parseClass(...args: unknown[]): unknown
  parseNew(...args: unknown[]): unknown
  parseAwait(...args: unknown[]): unknown
  parseExprImport(...args: unknown[]): unknown
  parseMethod(...args: unknown[]): unknown
  parseBlock(...args: unknown[]): unknown
  regexp_disjunction(...args: unknown[]): unknown
  regexp_eatNestedClass(...args: unknown[]): unknown
}

const ExtensibleParser = Parser as unknown as new (options: Options, input: string) => ParserInternals

/**
 * acorn with bounded recursion: every cycle of its grammar goes through one of the methods below, so no
 * source can exhaust the stack. Statements are refused before their bodies are parsed.
 */
class BoundedParser extends ExtensibleParser {
  locationAt: (start: number, end: number) => SourceLocation = () => new SourceLocation('', 0, 0)
  private nested = 0
  private unary = 0
  private operators = 0
  private regexNested = 0

  override parseMaybeAssign(...args: unknown[]): unknown {
    this.nested = this.enter(this.nested, maxDepth)
    const node = super.parseMaybeAssign(...args)
    this.nested -= 1
    return node
  }

  override parseMaybeUnary(...args: unknown[]): unknown {
    // Called once per nesting level. The rest of the allowance is for `!!!x` and `a ** b ** c`.
    this.unary = this.enter(this.unary, 2 * maxDepth)
    const node = super.parseMaybeUnary(...args)
    this.unary -= 1
    return node
  }

  override parseExprOp(...args: unknown[]): unknown {
    this.operators += 1
    if (this.operators > maxChain) {
      this.here().fail(`More than ${maxChain} consecutive operators are not supported.`, useCodeNode)
    }
    const node = super.parseExprOp(...args)
    this.operators -= 1
    return node
  }

  override regexp_disjunction(...args: unknown[]): unknown {
    this.regexNested = this.enter(this.regexNested, maxDepth)
    const node = super.regexp_disjunction(...args)
    this.regexNested -= 1
    return node
  }

  override regexp_eatNestedClass(...args: unknown[]): unknown {
    this.regexNested = this.enter(this.regexNested, maxDepth)
    const node = super.regexp_eatNestedClass(...args)
    this.regexNested -= 1
    return node
  }

  override parseFunction(node: unknown): unknown {
    // The parser has already consumed the keyword, so point back at it.
    return this.refuse('FunctionExpression', (node as { readonly start: number }).start)
  }

  override parseClass(): unknown {
    return this.refuse('ClassExpression')
  }

  override parseNew(): unknown {
    return this.refuse('NewExpression')
  }

  override parseAwait(): unknown {
    return this.refuse('AwaitExpression')
  }

  override parseExprImport(): unknown {
    return this.refuse('ImportExpression')
  }

  override parseMethod(): unknown {
    return this.refuse('MethodDefinition')
  }

  override parseBlock(): unknown {
    return this.refuse('BlockStatement')
  }

  private enter(level: number, limit: number): number {
    if (level >= limit) {
      this.here().fail(`The expression is nested more than ${maxDepth} levels deep.`, useCodeNode)
    }
    return level + 1
  }

  private refuse(construct: Parameters<typeof refuseSyntax>[0], start = this.start): never {
    return refuseSyntax(construct, this.locationAt(start, this.end))
  }

  private here(): SourceLocation {
    return this.locationAt(this.start, this.end)
  }
}
