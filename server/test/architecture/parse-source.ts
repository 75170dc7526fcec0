import { stripTypeScriptTypes } from 'node:module'
import { type AnyNode, type Node, parse } from 'acorn'
import type { SourceFile } from './source-file.ts'

export interface Import {
  specifier: string
  line: number
  /** Nothing of it is left at run time. */
  isTypeOnly: boolean
  /** Names of imported values; "*" for a namespace or a dynamic import. */
  values: string[]
}

/** A use of something global: `fetch`, `Date.now`, `new Date()`. */
interface GlobalUse {
  name: string
  line: number
}

export interface ParsedSource {
  path: string
  text: string
  imports: Import[]
  uses: GlobalUse[]
}

/**
 * Reads imports and uses of globals. Node strips the types in place, so positions stay, and acorn parses the
 * rest. Imports of types count as well, so they are turned into plain imports before stripping.
 */
export function parseSource({ path, text }: SourceFile): ParsedSource {
  const typeStatements = new Set<number>()
  const withTypes = text.replaceAll(
    /\b(import|export) type(?= *[{*]| +(?!from\b)[\w$]+ +from\b)/g,
    (match, keyword: string, offset: number) => {
      typeStatements.add(offset)
      return keyword.padEnd(match.length)
    },
  )
  const script = stripTypeScriptTypes(withTypes)
  const program = parse(script, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    locations: true,
    allowHashBang: true,
  })
  const imports: Import[] = []
  const uses: GlobalUse[] = []
  const declared = new Set<string>()
  walk(program, (node) => collectDeclared(node, declared))
  walk(program, (node, parent) => {
    const found = readImport(node, script, typeStatements)
    if (found !== undefined) imports.push(found)
    const name = nameGlobalUse(node, parent, declared)
    if (name !== undefined) uses.push({ name, line: lineOf(node) })
  })
  return { path, text, imports, uses }
}

function readImport(node: AnyNode, script: string, typeStatements: ReadonlySet<number>): Import | undefined {
  const line = lineOf(node)
  if (node.type === 'ImportExpression') {
    // A computed specifier cannot be checked, so it is treated as one that is allowed nowhere.
    const specifier = node.source.type === 'Literal' ? String(node.source.value) : '(computed)'
    return { specifier, line, isTypeOnly: false, values: ['*'] }
  }
  if (node.type === 'ExportAllDeclaration') {
    const isTypeOnly = typeStatements.has(node.start)
    return { specifier: String(node.source.value), line, isTypeOnly, values: isTypeOnly ? [] : ['*'] }
  }
  const isFrom =
    node.type === 'ImportDeclaration' || (node.type === 'ExportNamedDeclaration' && node.source != null)
  if (!isFrom) return undefined
  const isTypeOnly =
    typeStatements.has(node.start) ||
    // Only names with `type` in the braces: stripped, the braces are empty.
    (node.specifiers.length === 0 && script.slice(node.start, node.end).includes('{'))
  const values = node.specifiers.map((specifier) => {
    if (specifier.type === 'ImportSpecifier') return textOf(specifier.imported)
    if (specifier.type === 'ExportSpecifier') return textOf(specifier.local)
    return specifier.type === 'ImportDefaultSpecifier' ? 'default' : '*'
  })
  return { specifier: String(node.source?.value), line, isTypeOnly, values: isTypeOnly ? [] : values }
}

function textOf(name: { type: string; name?: string; value?: unknown }): string {
  return name.name ?? String(name.value)
}

function nameGlobalUse(
  node: AnyNode,
  parent: AnyNode | undefined,
  declared: ReadonlySet<string>,
): string | undefined {
  switch (node.type) {
    case 'MemberExpression': {
      const object = globalName(node.object, declared)
      const property = propertyName(node)
      if (object === undefined) return undefined
      // What is computed could be anything.
      if (property === undefined) return object === 'process' ? 'process[]' : undefined
      return isGlobalObject(object) ? property : `${object}.${property}`
    }
    case 'NewExpression':
    case 'CallExpression': {
      const callee = globalName(node.callee, declared)
      if (callee === 'Function') return 'Function()'
      if (callee !== 'Date') return undefined
      if (node.type === 'CallExpression') return 'Date()'
      return node.arguments.length === 0 ? 'new Date()' : undefined
    }
    case 'VariableDeclarator': {
      if (node.id.type !== 'ObjectPattern' || node.init == null) return undefined
      if (globalName(node.init, declared) !== 'process') return undefined
      const keys = node.id.properties.map((property) =>
        property.type === 'Property' && !property.computed ? keyName(property.key) : '[]',
      )
      const taken = keys.find((key) => key === 'env' || key === 'getBuiltinModule' || key === '[]')
      return taken === undefined ? undefined : `process${taken === '[]' ? taken : `.${taken}`}`
    }
    case 'Identifier':
      return isReference(node, parent) && !isNamedGlobal(node, parent)
        ? globalName(node, declared)
        : undefined
    default:
      return undefined
  }
}

/** By either of its names. */
function isGlobalObject(name: string | undefined): boolean {
  return name === 'globalThis' || name === 'global'
}

/** `globalThis` of `globalThis.fetch`: a use of `fetch`, unlike one that hands on everything at once. */
function isNamedGlobal(node: AnyNode & { type: 'Identifier' }, parent: AnyNode | undefined): boolean {
  return (
    isGlobalObject(node.name) &&
    parent?.type === 'MemberExpression' &&
    parent.object === node &&
    propertyName(parent) !== undefined
  )
}

/** `fetch`, or the same by its long name `globalThis.fetch`. */
function globalName(node: AnyNode, declared: ReadonlySet<string>): string | undefined {
  if (node.type === 'MemberExpression') {
    return isGlobalObject(globalName(node.object, declared)) ? propertyName(node) : undefined
  }
  return node.type === 'Identifier' && !declared.has(node.name) ? node.name : undefined
}

function propertyName(node: AnyNode & { type: 'MemberExpression' }): string | undefined {
  if (!node.computed) return node.property.type === 'Identifier' ? node.property.name : undefined
  return node.property.type === 'Literal' ? String(node.property.value) : undefined
}

function keyName(key: AnyNode): string | undefined {
  return key.type === 'Identifier' ? key.name : undefined
}

/** An identifier that stands for a value, not a name of a property. */
function isReference(node: AnyNode, parent: AnyNode | undefined): boolean {
  if (parent?.type === 'MemberExpression') return parent.object === node || parent.computed
  if (
    parent?.type === 'Property' ||
    parent?.type === 'MethodDefinition' ||
    parent?.type === 'PropertyDefinition'
  ) {
    return parent.value === node || parent.computed
  }
  return true
}

/** Names the file gives a meaning of its own anywhere; they are not the global ones. */
function collectDeclared(node: AnyNode, declared: Set<string>): void {
  switch (node.type) {
    case 'ImportSpecifier':
    case 'ImportDefaultSpecifier':
    case 'ImportNamespaceSpecifier':
      declared.add(node.local.name)
      break
    case 'VariableDeclarator':
      collectPattern(node.id, declared)
      break
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      if (node.type !== 'ArrowFunctionExpression' && node.id != null) declared.add(node.id.name)
      for (const parameter of node.params) collectPattern(parameter, declared)
      break
    case 'ClassDeclaration':
    case 'ClassExpression':
      if (node.id != null) declared.add(node.id.name)
      break
    case 'CatchClause':
      if (node.param != null) collectPattern(node.param, declared)
      break
    default:
  }
}

function collectPattern(pattern: AnyNode, declared: Set<string>): void {
  switch (pattern.type) {
    case 'Identifier':
      declared.add(pattern.name)
      break
    case 'ObjectPattern':
      for (const property of pattern.properties) {
        collectPattern(property.type === 'Property' ? property.value : property.argument, declared)
      }
      break
    case 'ArrayPattern':
      for (const element of pattern.elements) if (element != null) collectPattern(element, declared)
      break
    case 'AssignmentPattern':
      collectPattern(pattern.left, declared)
      break
    case 'RestElement':
      collectPattern(pattern.argument, declared)
      break
    default:
  }
}

function walk(
  node: AnyNode,
  visit: (node: AnyNode, parent: AnyNode | undefined) => void,
  parent?: AnyNode,
): void {
  visit(node, parent)
  for (const value of Object.values(node) as unknown[]) {
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (isNode(child)) walk(child, visit, node)
    }
  }
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function lineOf(node: Node): number {
  return node.loc?.start.line ?? 0
}
