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
      return (evaluation) => {
        evaluation.step(location)
        return !operand(evaluation)
      }
    case '-':
      return (evaluation) => {
        evaluation.step(location)
        return -toNumber(evaluation, operand(evaluation), location)
      }
    case '+':
      return (evaluation) => {
        evaluation.step(location)
        return toNumber(evaluation, operand(evaluation), location)
      }
    case '~':
      return (evaluation) => {
        evaluation.step(location)
        return ~toNumber(evaluation, operand(evaluation), location)
      }
    case 'typeof':
    default:
      return (evaluation) => {
        evaluation.step(location)
        return typeof operand(evaluation)
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
  return (evaluation) => {
    evaluation.step(location)
    const value = left(evaluation)
    return operate(evaluation, value, right(evaluation), location)
  }
}

export function compileLogical(c: Compilation, node: LogicalExpression, names: Names | undefined): Evaluate {
  const location = c.location(node)
  const left = c.compile(node.left, names)
  const right = c.compile(node.right, names)
  const isShortCircuit = shortCircuits[node.operator]
  return (evaluation) => {
    evaluation.step(location)
    const value = left(evaluation)
    return isShortCircuit(value) ? value : right(evaluation)
  }
}

const shortCircuits = {
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
  return (evaluation) => {
    evaluation.step(location)
    return test(evaluation) ? consequent(evaluation) : alternate(evaluation)
  }
}
