import type { Expression } from 'acorn'
import { compileCall } from './compile-call.ts'
import { compileIdentifier } from './compile-identifier.ts'
import { compileArray, compileLiteral, compileObject, compileTemplateLiteral } from './compile-literal.ts'
import { compileChain, compileMember } from './compile-member.ts'
import { compileBinary, compileConditional, compileLogical, compileUnary } from './compile-operator.ts'
import { Compilation, type Evaluate, type Names } from './compilation.ts'
import { maxChain, maxDepth } from '#expressions/runtime/budget-limits.ts'
import type { SourceLocation } from '#expressions/runtime/problem.ts'
import { refuseSyntax, useCodeNode } from '#expressions/runtime/refused.ts'
import type { References } from '#expressions/runtime/scope.ts'

export interface CompiledExpression {
  readonly evaluate: Evaluate
  readonly location: SourceLocation
  readonly references: References
  /** True if the result can only be data of the scope, which is already plain. */
  readonly plain: boolean
  /** True for a literal such as `"{{"`: the value never changes. */
  readonly constant: boolean
}

/**
 * Compiles a parsed expression into nested closures. Throws an ExpressionError for unsupported syntax.
 * Closures nest as deeply as the source, which is bounded here, and no function can call itself, so
 * evaluation cannot exhaust the stack. `ownNames` are names besides those of the scope; their values are the first locals.
 */
export function compileExpressionNode(
  text: string,
  from: number,
  node: Expression,
  ownNames: readonly string[] = [],
): CompiledExpression {
  let depth = 0
  const compilation = new Compilation(text, from, (c, inner, names) => {
    depth += 1
    if (depth > maxChain + 2 * maxDepth) {
      c.location(inner).fail('This expression has too many consecutive operations.', useCodeNode)
    }
    const evaluate = compileNode(c, inner, names)
    c.compiled.set(inner, evaluate)
    depth -= 1
    return evaluate
  })
  const names = ownNames.reduce<Names | undefined>(
    (outer, name) => ({ name, slot: compilation.newSlot(), outer }),
    undefined,
  )
  const evaluate = compilation.compile(node, names)
  // Needed only during compilation. Closures would otherwise keep the whole syntax tree alive.
  compilation.compiled.clear()
  return {
    evaluate,
    location: compilation.location(node),
    references: compilation.references(),
    plain: isDataPath(node),
    constant: node.type === 'Literal' && !('regex' in node),
  }
}

function compileNode(c: Compilation, node: Expression, names: Names | undefined): Evaluate {
  switch (node.type) {
    case 'Literal':
      return compileLiteral(c, node)
    case 'Identifier':
      return compileIdentifier(c, node, names)
    case 'MemberExpression':
      return compileMember(c, node, names)
    case 'ChainExpression':
      return compileChain(c, node, names)
    case 'CallExpression':
      return compileCall(c, node, names)
    case 'UnaryExpression':
      return compileUnary(c, node, names)
    case 'BinaryExpression':
      return compileBinary(c, node, names)
    case 'LogicalExpression':
      return compileLogical(c, node, names)
    case 'ConditionalExpression':
      return compileConditional(c, node, names)
    case 'ArrayExpression':
      return compileArray(c, node, names)
    case 'ObjectExpression':
      return compileObject(c, node, names)
    case 'TemplateLiteral':
      return compileTemplateLiteral(c, node, names)
    case 'ArrowFunctionExpression':
      return c
        .location(node)
        .fail(
          'A function can only be the argument of another function.',
          'For example `input.items.map(x => x.name)`.',
        )
    case 'ParenthesizedExpression':
      return c.compile(node.expression, names)
    case 'AssignmentExpression':
    case 'AwaitExpression':
    case 'ClassExpression':
    case 'FunctionExpression':
    case 'ImportExpression':
    case 'MetaProperty':
    case 'NewExpression':
    case 'SequenceExpression':
    case 'TaggedTemplateExpression':
    case 'ThisExpression':
    case 'UpdateExpression':
    case 'YieldExpression':
    default:
      return refuseSyntax(node.type, c.location(node))
  }
}

/** True for paths such as `input.a.b`, which only read data of the scope: the result needs no conversion. */
function isDataPath(node: Expression): boolean {
  let at: Expression = node
  while (at.type === 'MemberExpression' && at.object.type !== 'Super') at = at.object
  return at.type === 'Identifier' && dataNames.has(at.name)
}

const dataNames = new Set(['input', 'previous', 'nodes', 'variables', 'vars', 'execution', 'item'])
