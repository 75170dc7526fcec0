import type { Import, ParsedSource } from './parse-source.ts'
import { resolveImport } from './resolve-import.ts'
import { folderOf, isTestFile, layerOf } from './source-file.ts'
import {
  emptyNames,
  fullName,
  globalRules,
  layers,
  furtherEntrances,
  layersWithoutEntrance,
  type ModuleRule,
  moduleRules,
  pureLayerExceptions,
  replayableLayers,
} from './tables.ts'
import type { Violation } from './violation.ts'

export function checkLayers({ path, imports }: ParsedSource): Violation[] {
  const name = layerOf(path)
  const layer = layers.find((candidate) => candidate.name === name)
  if (layer === undefined) {
    const because = 'every folder of server/src has a line in the table of layers'
    return [{ path, line: 1, rule: 'layers', message: `"${name}" is not a layer`, because }]
  }
  return imports.flatMap(({ specifier, line }) => {
    const target = resolveImport(path, specifier)
    if (target === null) return []
    const imported = layerOf(target)
    if (imported === name || isTestFile(target) || layer.mayImport.includes(imported)) return []
    return [
      { path, line, rule: 'layers', message: `${name} may not import ${imported}`, because: layer.because },
    ]
  })
}

/** A layer is used through its index.ts: that file is its public interface, everything else may move. */
export function checkEntrances({ path, imports }: ParsedSource): Violation[] {
  const layer = layerOf(path)
  return imports.flatMap(({ specifier, line }) => {
    const target = resolveImport(path, specifier)
    if (target === null || isTestFile(target)) return []
    const imported = layerOf(target)
    const entrance = `${imported}/index.ts`
    if (imported === layer) {
      if (target !== entrance) return []
      const because = 'index.ts is for other layers; inside the layer it would close a cycle'
      return [{ path, line, rule: 'entrances', message: `${layer} imports its own ${entrance}`, because }]
    }
    if (target === entrance || layersWithoutEntrance.includes(imported)) return []
    if ([...furtherEntrances.keys()].some((folder) => target.startsWith(folder))) return []
    const because = 'the index.ts of a layer is its public interface; everything else may move'
    return [{ path, line, rule: 'entrances', message: `"${specifier}" reaches past ${entrance}`, because }]
  })
}

/** A port says what is needed. What does something belongs to the domain or to an adapter. */
export function checkPorts({ path, text }: ParsedSource): Violation[] {
  if (layerOf(path) !== 'ports') return []
  return [
    ...text.matchAll(/^(?:export )?(?:const|let|async function|function|class|abstract class) (\w+)/gm),
  ].map(({ 1: name, index }) => ({
    path,
    line: text.slice(0, index).split('\n').length,
    rule: 'ports',
    message: `${name} is no interface`,
    because: 'ports hold interfaces only; behaviour belongs to the domain or to an adapter',
  }))
}

export function checkModules({ path, imports }: ParsedSource): Violation[] {
  const layer = layerOf(path)
  return imports.flatMap((found) => {
    const { line } = found
    const specifier = fullName(found.specifier)
    const violation = (message: string, because: string) => [
      { path, line, rule: 'modules', message, because },
    ]
    if (specifier === '(computed)') {
      return violation('import() of something computed', 'what is imported must be readable from the source')
    }
    const target = resolveImport(path, specifier)
    if (target !== null && isTestFile(target)) {
      return violation(`import of the test file ${specifier}`, 'what ships does not depend on tests')
    }
    if (
      specifier.startsWith('node:') &&
      replayableLayers.includes(layer) &&
      !found.isTypeOnly &&
      !pureLayerExceptions.has(path)
    ) {
      return violation(`${layer} may not import ${specifier}`, 'the world is behind ports')
    }
    if (layer === 'contract' && target === null && !matchesModule(['typebox', 'typebox/'], specifier)) {
      return violation(`contract may not import ${specifier}`, 'the contract is schemas and nothing else')
    }
    const rule = moduleRules.find(({ modules }) => matchesModule(modules, specifier))
    if (rule === undefined || isAllowed(path, found, rule)) return []
    const allowed = rule.onlyIn.length === 0 ? 'tests' : rule.onlyIn.join(' and ')
    return violation(`${specifier} may only be imported in ${allowed}`, rule.because)
  })
}

function matchesModule(modules: readonly string[], specifier: string): boolean {
  return modules.some((name) => (name.endsWith('/') ? specifier.startsWith(name) : specifier === name))
}

function isAllowed(path: string, found: Import, rule: ModuleRule): boolean {
  if (rule.onlyIn.some((prefix) => path.startsWith(prefix))) return true
  const { harmless } = rule
  if (harmless === undefined || !harmless.in.some((prefix) => path.startsWith(prefix))) return false
  return (
    found.isTypeOnly ||
    (found.values.length > 0 && found.values.every((name) => harmless.values.includes(name)))
  )
}

export function checkGlobals({ path, uses }: ParsedSource): Violation[] {
  const layer = layerOf(path)
  return uses.flatMap(({ name, line }) => {
    const rule = globalRules.find(
      (candidate) => candidate.uses.includes(name) && !candidate.isAllowed(path, layer),
    )
    if (rule === undefined) return []
    return [{ path, line, rule: 'globals', message: `${name} may not be used here`, because: rule.because }]
  })
}

/** One way to write an import, so that moving a file changes few lines and searching finds all. */
export function checkSpecifiers({ path, imports }: ParsedSource): Violation[] {
  return imports.flatMap(({ specifier, line }) => {
    const violation = (message: string) => [
      { path, line, rule: 'specifiers', message, because: 'an import is written in one way only' },
    ]
    const target = resolveImport(path, specifier)
    if (target === null) return []
    if (specifier.startsWith('.') && layerOf(target) !== layerOf(path)) {
      return violation(`"${specifier}" leaves its layer: write #${target}`)
    }
    if (specifier.startsWith('#') && folderOf(target) === folderOf(path)) {
      return violation(
        `"${specifier}" is in the same folder: write ./${target.slice(folderOf(path).length + 1)}`,
      )
    }
    return []
  })
}

export function checkNames({ path }: ParsedSource): Violation[] {
  const base = path.slice(path.lastIndexOf('/') + 1)
  if (base.startsWith('test-')) {
    const because = 'a reader takes it for a test'
    return [{ path, line: 1, rule: 'names', message: `"${base}" is named like a test`, because }]
  }
  const parts = path.replace(/\.ts$/, '').split('/')
  const words = parts.flatMap((part) => part.split(/[.-]/))
  const empty = words.find((word) => emptyNames.includes(word))
  if (empty === undefined) return []
  const because = 'a name says what is inside; a file without a subject grows without end'
  return [{ path, line: 1, rule: 'names', message: `"${empty}" says nothing`, because }]
}
