import type { ParsedSource } from './parse-source.ts'
import { resolveImport } from './resolve-import.ts'
import { displayPath, folderOf, layerOf } from './source-file.ts'
import { growingFolders, maxFilesPerFolder } from './tables.ts'
import type { Violation } from './violation.ts'

interface Edge {
  from: string
  to: string
  line: number
}

/** Files that need each other cannot be read, tested or moved one at a time. */
export function checkCycles(sources: readonly ParsedSource[]): Violation[] {
  const edges = Map.groupBy(readEdges(sources), (edge) => edge.from)
  const violations: Violation[] = []
  const done = new Set<string>()
  const trail: Edge[] = []

  for (const { path } of sources) visit(path)
  return violations

  function visit(path: string): void {
    if (done.has(path)) return
    for (const edge of edges.get(path) ?? []) {
      const start = trail.findIndex((step) => step.from === edge.to)
      trail.push(edge)
      if (edge.to === path || start !== -1) report(trail.slice(start === -1 ? -1 : start))
      else visit(edge.to)
      trail.pop()
    }
    done.add(path)
  }

  function report(cycle: Edge[]): void {
    const [first] = cycle
    if (first === undefined) return
    const path = [...cycle.map((edge) => edge.from), first.from].map(displayPath).join(' → ')
    const because = 'files that need each other cannot be read or tested one at a time'
    violations.push({ path: first.from, line: first.line, rule: 'cycles', message: path, because })
  }
}

/** Two folders that import each other are one folder with a wall in the middle. */
export function checkFolderPairs(sources: readonly ParsedSource[]): Violation[] {
  const firstByPair = new Map<string, Edge>()
  for (const edge of readEdges(sources)) {
    // The entrance of a layer names modules of its folders, and none of them may import it.
    if (edge.from === `${layerOf(edge.from)}/index.ts`) continue
    const [from, to] = [folderOf(edge.from), folderOf(edge.to)]
    const pair = `${from} ${to}`
    if (from !== to && !firstByPair.has(pair)) firstByPair.set(pair, edge)
  }
  return [...firstByPair].flatMap(([pair, edge]) => {
    const [from = '', to = ''] = pair.split(' ')
    const back = firstByPair.get(`${to} ${from}`)
    if (back === undefined || from > to) return []
    const message = `${from}/ and ${to}/ import each other, there ${displayPath(back.from)}:${back.line}`
    const because = 'two folders that need each other are one, or hide a third'
    return [{ path: edge.from, line: edge.line, rule: 'folder pairs', message, because }]
  })
}

function readEdges(sources: readonly ParsedSource[]): Edge[] {
  const known = new Set(sources.map((source) => source.path))
  return sources.flatMap(({ path, imports }) =>
    imports.flatMap(({ specifier, line }) => {
      const to = resolveImport(path, specifier)
      return to !== null && known.has(to) ? [{ from: path, to, line }] : []
    }),
  )
}

/** A file is named in logs, stack traces and searches without its folder. */
export function checkUniqueNames(sources: readonly ParsedSource[]): Violation[] {
  const inServer = sources.filter(({ path }) => !['contract', 'expressions'].includes(layerOf(path)))
  const byName = Map.groupBy(inServer, ({ path }) => path.slice(path.lastIndexOf('/') + 1))
  byName.delete('index.ts')
  return [...byName].flatMap(([name, [first, ...others]]) => {
    if (first === undefined || others.length === 0) return []
    const message = `${name} is also ${others.map(({ path }) => displayPath(path)).join(', ')}`
    const because = 'base names are unique, so that a stack trace or a search names one file'
    return [{ path: first.path, line: 1, rule: 'unique names', message, because }]
  })
}

/** More files than fit on a screen hide a level of folders. */
export function checkFolderSizes(sources: readonly ParsedSource[]): Violation[] {
  return [...Map.groupBy(sources, ({ path }) => folderOf(path))].flatMap(([folder, files]) => {
    const [first] = files
    if (first === undefined || files.length <= maxFilesPerFolder || growingFolders.includes(folder)) return []
    if (layerOf(first.path) === 'contract') return []
    const message = `${folder}/ holds ${files.length} files`
    const because = `more than ${maxFilesPerFolder} files in one folder hide a level of folders`
    return [{ path: first.path, line: 1, rule: 'folder sizes', message, because }]
  })
}
