/** Where a module is imported: by other modules, and by those that load it later. */
interface ModuleUse {
  readonly importers: readonly string[]
  readonly dynamicImporters: readonly string[]
}

type Lookup = (id: string) => ModuleUse | null

/** Everything that only the editor loads, at once or later. */
const editor = [
  'editor-page',
  'editor-tab',
  'inspector',
  'focus-view',
  'publish-dialog',
  'shadow-tab',
  'settings-tab',
  'triggers-tab',
  'versions-tab',
]
/** What the page of a run loads, at once or later. */
const run = [
  'execution-page',
  'run-graph',
  'run-timeline',
  'run-data-panel',
  'run-scrubber',
  'run-log',
  'loop-section',
  'waiting-banner',
  'resume-dialog',
]
const lists = [
  'compare-page',
  'executions-page',
  'workflow-executions-tab',
  'bulk-dialog',
  'save-filter-dialog',
  'manage-filters-dialog',
]
/** Small, or loaded when somebody asks for them: they may load a little more than they use. */
const seldom = ['help-panel', 'node-line', 'try-action-dialog', 'step-detail', 'choose-run-dialog']

/**
 * Puts what the editor, a run and the builder of forms have in common into a few files. A file for every set of pages that
 * share a module, as the bundler makes them, means sixty requests for the editor, and each one costs a browser more than the
 * few lines that a page does not use. A module goes into such a file only if no other page uses it.
 */
export function sharedChunks(): (id: string, modules: { getModuleInfo: Lookup }) => string | null {
  const known = new Map<string, ReadonlySet<string>>()
  return (id, modules) => {
    const users = usersOf(id, (one) => modules.getModuleInfo(one), known)
    const only = (...families: readonly (readonly string[])[]) => {
      const allowed = new Set([...families.flat(), ...seldom])
      return users.size > 1 && [...users].every((user) => allowed.has(user))
    }
    if (!users.has('editor-page') && !users.has('editor-tab')) {
      if (!users.has('execution-page')) return null
      if (only(run)) return 'run-page'
      return only(run, lists) ? 'runs' : null
    }
    if (only(editor)) return 'editor'
    if (users.has('node-line') && only(editor, run)) return 'language'
    if (users.has('run-graph') && !users.has('execution-page') && only(editor, run)) return 'graph'
    if (only(editor, run)) return 'run'
    if (only(editor, ['form-page'])) return 'drafts'
    return only(editor, run, lists) ? 'runs' : null
  }
}

/** The names of the modules that are loaded on demand and import this one. */
function usersOf(id: string, lookup: Lookup, known: Map<string, ReadonlySet<string>>): ReadonlySet<string> {
  const found = known.get(id)
  if (found !== undefined) return found
  const users = new Set<string>()
  const seen = new Set<string>()
  const left = [id]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    const use = lookup(next)
    if (use === null) continue
    if (use.dynamicImporters.length > 0 || use.importers.length === 0) users.add(nameOf(next))
    left.push(...use.importers)
  }
  known.set(id, users)
  return users
}

function nameOf(id: string): string {
  return /([^/]+?)(?:\.\w+)?(?:\?.*)?$/.exec(id)?.[1] ?? id
}
