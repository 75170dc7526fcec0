import type { BinaryExpression, ConditionalExpression, LogicalExpression, UnaryExpression } from 'acorn'
import type { Compilation, Evaluate, Names } from './compilation.ts'
import { toNumber } from '#expressions/runtime/convert.ts'
import { binaryOperators } from './operators.ts'
import { refuseSyntax, useCodeNode } from '#expressions/runtime/refused.ts'
import type { Value } from '#expressions/runtime/values.ts'

export function compileUnary(c: Compilation, node: UnaryExpression, names: Names | undefined): Evaluate {
  const location = c.location(node)
  if (node.operator === 'void' || node.operator === 'delete') {
    return location.fail(`\`${node.operator}\` is not available in expressions.`, useCodeNode)
  }
  const operand = c.compile(node.argument, names)
  switch (node.operator) {
    case '!':
      return (run) => {
        run.step(location)
        return !operand(run)
      }
    case '-':
      return (run) => {
        run.step(location)
        return -toNumber(run, operand(run), location)
      }
    case '+':
      return (run) => {
        run.step(location)
        return toNumber(run, operand(run), location)
      }
    case '~':
      return (run) => {
        run.step(location)
        return ~toNumber(run, operand(run), location)
      }
    case 'typeof':
    default:
      return (run) => {
        run.step(location)
        return typeof operand(run)
      }
  }
}

export function compileBinary(c: Compilation, node: BinaryExpression, names: Names | undefined): Evaluate {
  const location = c.location(node)
  if (node.left.type === 'PrivateIdentifier') {
    return refuseSyntax('PrivateIdentifier', c.location(node.left))
  }
  const operate = binaryOperators.get(node.operator)
  if (operate === undefined) {
    return location.fail(
      `\`${node.operator}\` is not available in expressions.`,
      'Use `typeof value` or `Array.isArray(value)`.',
    )
  }
  const left = c.compile(node.left, names)
  const right = c.compile(node.right, names)
  return (run) => {
    run.step(location)
    const value = left(run)
    return operate(run, value, right(run), location)
  }
}

export function compileLogical(c: Compilation, node: LogicalExpression, names: Names | undefined): Evaluate {
  const location = c.location(node)
  const left = c.compile(node.left, names)
  const right = c.compile(node.right, names)
  const isSettled = settledBy[node.operator]
  return (run) => {
    run.step(location)
    const value = left(run)
    return isSettled(value) ? value : right(run)
  }
}

const settledBy = {
  '&&': (value: Value): boolean => !value,
  '||': Boolean,
  '??': (value: Value): boolean => value !== null && value !== undefined,
}

export function compileConditional(
  c: Compilation,
  node: ConditionalExpression,
  names: Names | undefined,
): Evaluate {
  const location = c.location(node)
  const test = c.compile(node.test, names)
  const consequent = c.compile(node.consequent, names)
  const alternate = c.compile(node.alternate, names)
  return (run) => {
    run.step(location)
    return test(run) ? consequent(run) : alternate(run)
  }
}
