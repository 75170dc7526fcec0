// Generates the typed client of the web app: one handle per operation of the contract.
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OPERATIONS } from '../../contract/src/operations.ts'

/** @typedef {import('../../contract/src/operation.ts').Operation} Operation */

const contract = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'contract', 'src')

/** The schemas of `meta`, by title, and the types that describe them. */
const metaTypes = new Map([
  ['PageMeta', { module: 'paging.ts', name: 'PageMeta' }],
  ['ChangeMeta', { module: 'change-meta.ts', name: 'ChangeMeta' }],
  ['CursorMeta', { module: 'paging.ts', name: 'CursorMeta' }],
  ['StepListMeta', { module: 'execution-step.ts', name: 'StepListMeta' }],
  ['WaitListMeta', { module: 'wait.ts', name: 'WaitListMeta' }],
])

/** @returns {Promise<{ path: string, content: string }[]>} */
export async function generate() {
  const origins = await findOrigins()
  /** @type {Set<string>} */
  const modules = new Set()
  const handles = OPERATIONS.map((operation) => describeHandle(operation, origins.get(operation), modules))
  const imports = [...modules]
    .sort()
    .map((module) => `import type * as ${identifierOf(module)} from '@millrace/contract/${module}'`)
  const content = [
    '// Generated from the contract by `npm run generate`. Do not edit.',
    ...imports,
    `import type { OperationHandle } from '../operation-handle.ts'`,
    '',
    handles.join('\n\n'),
    '',
  ].join('\n')
  return [{ path: 'web/src/api/generated/operations.ts', content }]
}

/**
 * Finds the module and the export of every operation, so that the client can name its type.
 *
 * @returns {Promise<Map<unknown, { module: string, name: string }>>}
 */
async function findOrigins() {
  /** @type {Map<unknown, { module: string, name: string }>} */
  const origins = new Map()
  for (const module of readdirSync(contract).sort()) {
    if (!module.endsWith('.ts') || module.endsWith('.test.ts')) continue
    const exported = /** @type {Record<string, unknown>} */ (await import(join(contract, module)))
    for (const [name, value] of Object.entries(exported)) origins.set(value, { module, name })
  }
  return origins
}

/**
 * @param {Operation} operation
 * @param {{ module: string, name: string } | undefined} origin
 * @param {Set<string>} modules the modules that the handles refer to
 */
function describeHandle(operation, origin, modules) {
  if (origin === undefined) throw new Error(`No module of the contract exports ${operation.id}.`)
  const members = [
    operation.params && 'params',
    operation.query && 'query',
    operation.body && (operation.bodyOptional ? 'bodyOptional' : 'body'),
  ].filter(Boolean)
  const meta = findMeta(operation)
  modules.add(origin.module)
  if (meta !== undefined) modules.add(meta.module)
  const types = [
    `typeof ${identifierOf(origin.module)}.${origin.name}`,
    members.map((member) => `'${member}'`).join(' | ') || (meta && 'never'),
    meta && `${identifierOf(meta.module)}.${meta.name}`,
  ].filter(Boolean)
  return [
    `/** ${operation.summary}. */`,
    `export const ${operation.id}: OperationHandle<`,
    ...types.map((type, index) => `  ${type}${index < types.length - 1 ? ',' : ''}`),
    `> = { method: '${operation.method}', path: '${operation.path}' }`,
  ].join('\n')
}

/** @param {Operation} operation */
function findMeta({ id, success: { meta } }) {
  if (meta === undefined) return undefined
  const title = 'title' in meta ? String(meta.title) : ''
  const type = metaTypes.get(title)
  if (type === undefined) throw new Error(`The meta "${title}" of ${id} has no type for the web app.`)
  return type
}

/**
 * The name under which a module is imported: `workflow-draft.ts` is `workflowDraft`.
 *
 * @param {string} module
 */
function identifierOf(module) {
  return module.replace(/\.ts$/, '').replaceAll(/-(.)/g, (_, letter) => String(letter).toUpperCase())
}
