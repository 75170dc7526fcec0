import { posix } from 'node:path'

const contractPackage = '@millrace/contract'

/** The file that an import means, below server/src (or "contract/"), or null when it is no source of ours. */
export function resolveImport(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) {
    const path = posix.join(posix.dirname(from), specifier)
    return path.startsWith('..') ? null : path
  }
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier === contractPackage) return 'contract/index.ts'
  if (specifier.startsWith(`${contractPackage}/`)) return specifier.replace(contractPackage, 'contract')
  return null
}
