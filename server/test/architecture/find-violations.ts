import { checkCycles, checkFolderPairs, checkFolderSizes, checkUniqueNames } from './check-graph.ts'
import {
  checkEntrances,
  checkGlobals,
  checkLayers,
  checkModules,
  checkNames,
  checkPorts,
  checkSpecifiers,
} from './check-files.ts'
import { parseSource } from './parse-source.ts'
import { displayPath, isTestFile, type SourceFile } from './source-file.ts'
import type { Violation } from './violation.ts'

/** Checks the sources that ship against every rule. Tests may import what they like. */
export function findViolations(files: readonly SourceFile[]): Violation[] {
  const shipped = files.filter((file) => !isTestFile(file.path)).map(parseSource)
  const perFile = [
    checkLayers,
    checkEntrances,
    checkPorts,
    checkModules,
    checkGlobals,
    checkSpecifiers,
    checkNames,
  ]
  return [
    ...shipped.flatMap((source) => perFile.flatMap((check) => check(source))),
    ...checkCycles(shipped),
    ...checkFolderPairs(shipped),
    ...checkUniqueNames(shipped),
    ...checkFolderSizes(shipped),
  ]
}

export function describeViolation({ path, line, rule, message, because }: Violation): string {
  return `${displayPath(path)}:${line} ${rule}: ${message} (${because})`
}
