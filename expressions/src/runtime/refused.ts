import type { SourceLocation } from './problem.ts'

/** The suggestion for features of JavaScript that expressions do not support. */
export const useCodeNode = 'Use a `code` node instead.'

/** Writing this property name would change a prototype instead of data. It can be neither read nor written. */
export function isForbiddenKey(key: string): boolean {
  return key === '__proto__'
}

/** Ordinary words in data, and in JavaScript the way from a value to its host. They are read only as data. */
export function isHostKey(key: string): boolean {
  return key === 'constructor' || key === 'prototype'
}

export function forbiddenKeyMessage(key: string): string {
  return `The property name \`${key}\` is not allowed in expressions.`
}

/** JavaScript syntax that expressions do not support, by the parser's node type. */
const refusedSyntax = {
  AssignmentExpression: ['Assignment with `=`', 'To compare two values, write `==`.'],
  UpdateExpression: ['`++` or `--`', 'Write `x + 1` or `x - 1`.'],
  ThisExpression: ['`this`', 'Read the input of the execution from `input`.'],
  Super: ['`super`', useCodeNode],
  NewExpression: ['`new`', 'For dates, write `date(…)`. For anything else, use a `code` node.'],
  AwaitExpression: ['`await`', useCodeNode],
  YieldExpression: ['`yield`', useCodeNode],
  ImportExpression: ['`import`', useCodeNode],
  MetaProperty: ['`import.meta` or `new.target`', useCodeNode],
  FunctionExpression: ['`function`', 'Write an arrow function such as `x => x.name`, or use a `code` node.'],
  ClassExpression: ['`class`', useCodeNode],
  MethodDefinition: ['A function, getter or setter inside an object', useCodeNode],
  BlockStatement: [
    'A function body in `{ }`',
    'Write one expression after `=>`. To return an object, put it in parentheses: `x => ({ … })`. For several statements, use a `code` node.',
  ],
  TaggedTemplateExpression: ['A tagged template', useCodeNode],
  SequenceExpression: [
    'A sequence of expressions separated by commas',
    'Write one expression, or a list in `[ ]`.',
  ],
  PrivateIdentifier: ['A private name, which starts with `#`,', useCodeNode],
  AsyncArrow: ['`async`', useCodeNode],
} satisfies Readonly<Record<string, readonly [what: string, hint: string]>>

export function refuseForbiddenKey(key: string, location: SourceLocation): void {
  if (isForbiddenKey(key)) location.fail(forbiddenKeyMessage(key))
}

export function refuseSyntax(construct: keyof typeof refusedSyntax, location: SourceLocation): never {
  const [what, hint] = refusedSyntax[construct]
  return location.fail(`${what} is not available in expressions.`, hint)
}
