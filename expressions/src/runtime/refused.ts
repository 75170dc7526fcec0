import type { SourceLocation } from './problem.ts'

/** Said whenever something belongs to full JavaScript but not to expressions. */
export const useCodeNode = 'Use a `code` node for this.'

/** Property names that lead from data to the machinery behind it. Refused everywhere, read or written. */
export function isForbiddenKey(key: string): boolean {
  return key === 'constructor' || key === '__proto__' || key === 'prototype'
}

export function forbiddenKeyMessage(key: string): string {
  return `The name \`${key}\` is not allowed in expressions.`
}

/** Syntax of JavaScript that expressions leave out, by the parser's name for it. */
const refusedSyntax = {
  AssignmentExpression: ['Assigning with `=`', 'To compare two values write `==`.'],
  UpdateExpression: ['Changing a value with `++` or `--`', 'Write `x + 1` or `x - 1`.'],
  ThisExpression: ['`this`', 'Read the data of the run from `input`.'],
  Super: ['`super`', useCodeNode],
  NewExpression: ['`new`', 'For dates write `date(…)`; for anything else use a `code` node.'],
  AwaitExpression: ['`await`', useCodeNode],
  YieldExpression: ['`yield`', useCodeNode],
  ImportExpression: ['`import`', useCodeNode],
  MetaProperty: ['`import.meta` and `new.target`', useCodeNode],
  FunctionExpression: ['`function`', 'Write a short function as `x => x.name`, or use a `code` node.'],
  ClassExpression: ['`class`', useCodeNode],
  MethodDefinition: ['A function, getter or setter inside an object', useCodeNode],
  BlockStatement: [
    'A function body in `{ }`',
    'Write one expression after `=>`, with an object in round brackets: `x => ({ … })`. For several steps use a `code` node.',
  ],
  TaggedTemplateExpression: ['A text in backticks right after a value', useCodeNode],
  SequenceExpression: [
    'Several expressions separated by commas',
    'Write one expression, or a list in `[ ]`.',
  ],
  PrivateIdentifier: ['A name that begins with `#`', useCodeNode],
  AsyncArrow: ['`async`', useCodeNode],
} satisfies Readonly<Record<string, readonly [what: string, hint: string]>>

export function refuseForbiddenKey(key: string, location: SourceLocation): void {
  if (isForbiddenKey(key)) location.fail(forbiddenKeyMessage(key))
}

export function refuseSyntax(construct: keyof typeof refusedSyntax, location: SourceLocation): never {
  const [what, hint] = refusedSyntax[construct]
  return location.fail(`${what} is not available in expressions.`, hint)
}
