import type { AnyNode, MemberExpression } from 'acorn'
import { childrenOf, declares } from './language/walk.ts'
import { finish, type Interruptible } from './interruptible.ts'
import { parseParts, type ReferenceSyntax } from './node-references.ts'

const OBJECTS = ['nodes', 'variables', 'vars', 'item', 'event'] as const

/** A read of `nodes["…"]`, `variables["…"]`, `vars["…"]`, `item["…"]` or `event["…"]` whose key is part of the text. */
export interface StaticRead {
  readonly of: (typeof OBJECTS)[number]
  readonly key: string
  /** True if the read fails when there is nothing to read: a node or variable with this key, or an item or event at all. */
  readonly required: boolean
}

/**
 * Lists what a text reads, without evaluating it. What cannot be parsed is left out, and so are reads in
 * code that declares the name itself.
 */
export function findStaticReads(text: string, syntax: ReferenceSyntax): readonly StaticRead[] {
  return finish(findStaticReadsStepwise(text, syntax))
}

/** As `findStaticReads`, interruptible after each expression. */
export function* findStaticReadsStepwise(
  text: string,
  syntax: ReferenceSyntax,
): Interruptible<readonly StaticRead[]> {
  if (!OBJECTS.some((name) => text.includes(name))) return []
  const reads: StaticRead[] = []
  for (const { node } of parseParts(text, syntax)) {
    collect(node, undefined, findDeclared(node), reads)
    yield node.end - node.start
  }
  return reads
}

function collect(
  node: AnyNode,
  parent: AnyNode | undefined,
  declared: ReadonlySet<string>,
  reads: StaticRead[],
): void {
  if (node.type === 'MemberExpression') {
    const read = readMember(node, parent, declared)
    if (read !== undefined) reads.push(read)
  }
  for (const child of childrenOf(node)) collect(child, node, declared, reads)
}

function readMember(
  node: MemberExpression,
  parent: AnyNode | undefined,
  declared: ReadonlySet<string>,
): StaticRead | undefined {
  const { object, property, computed } = node
  if (object.type !== 'Identifier' || declared.has(object.name)) return undefined
  const of = OBJECTS.find((name) => name === object.name)
  const key = computed
    ? property.type === 'Literal' && typeof property.value === 'string'
      ? property.value
      : undefined
    : property.type === 'Identifier'
      ? property.name
      : undefined
  if (of === undefined || key === undefined) return undefined
  if (of === 'item' || of === 'event') return { of, key, required: !node.optional }
  const isRead = parent?.type === 'MemberExpression' && parent.object === node
  return { of, key, required: isRead && !parent.optional }
}

/** The names that the text declares anywhere: which one a line means takes more than its syntax. */
function findDeclared(node: AnyNode, declared = new Set<string>()): Set<string> {
  for (const name of OBJECTS) {
    if (node.type === 'VariableDeclarator' && declares(node.id, name)) declared.add(name)
    if ('params' in node && node.params.some((parameter) => declares(parameter, name))) declared.add(name)
  }
  for (const child of childrenOf(node)) findDeclared(child, declared)
  return declared
}
