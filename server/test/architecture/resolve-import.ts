import { posix } from 'node:path'

const contractPackage = '@millrace/contract'
const expressionsPackage = '@millrace/expressions'

/** The file that an import refers to, relative to server/src (or "contract/", "expressions/"), or null for other packages. */
export function resolveImport(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) {
    const path = posix.join(posix.dirname(from), specifier)
    return path.startsWith('..') ? null : path
  }
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier === contractPackage) return 'contract/index.ts'
  if (specifier.startsWith(`${contractPackage}/`)) return specifier.replace(contractPackage, 'contract')
  if (specifier === expressionsPackage) return 'expressions/index.ts'
  if (specifier.startsWith(`${expressionsPackage}/`))
    return specifier.replace(expressionsPackage, 'expressions')
  return null
}
