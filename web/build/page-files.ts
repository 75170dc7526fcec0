import type { Plugin, Rolldown } from 'vite'
import { pageModules } from './page-modules.ts'

const EARLY = 'early'

/** What a page needs beyond what index.html names. */
interface PageFiles {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

/** Writes `pages.json`, from which the server knows the files of an address, and names the early requests in index.html. */
export function pageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) => {
        const early = chunksOf(bundle).find(({ isEntry, name }) => isEntry && name === EARLY)
        if (early === undefined) throw new Error('The build has no early requests.')
        // `async`: it runs as soon as it is there, while the rest of the app still loads.
        const attrs = { type: 'module', async: true, crossorigin: true, src: `/${early.fileName}` }
        return [{ tag: 'script', attrs, injectTo: 'head' }]
      },
    },
    generateBundle(_, bundle) {
      const chunks = chunksOf(bundle)
      const entry = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/index.html') === true)
      if (entry === undefined) throw new Error('The build has no entry.')
      const known = withImports([entry], bundle)
      const pages = Object.entries(pageModules).map(([path, modules]) => {
        const own = modules.map((module) => findModule(chunks, module))
        const files = [...withImports(own, bundle)].filter((chunk) => !known.has(chunk))
        const page: PageFiles = {
          scripts: files.map(({ fileName }) => `/${fileName}`),
          styles: files.flatMap(({ viteMetadata }) =>
            [...(viteMetadata?.importedCss ?? [])].map((file) => `/${file}`),
          ),
        }
        return [path, page] as const
      })
      const source = JSON.stringify(Object.fromEntries(pages))
      this.emitFile({ type: 'asset', fileName: 'pages.json', source })
    },
  }
}

function chunksOf(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  return Object.values(bundle).filter((file) => file.type === 'chunk')
}

function findModule(chunks: readonly Rolldown.OutputChunk[], module: string): Rolldown.OutputChunk {
  const path = `/src/pages/${module}.tsx`
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(path) === true)
  if (chunk === undefined) throw new Error(`No file of the build begins with ${path}.`)
  return chunk
}

/** The chunks, and everything that they import statically. */
function withImports(
  chunks: readonly Rolldown.OutputChunk[],
  bundle: Rolldown.OutputBundle,
): Set<Rolldown.OutputChunk> {
  const found = new Set<Rolldown.OutputChunk>()
  const left = [...chunks]
  for (let chunk = left.pop(); chunk !== undefined; chunk = left.pop()) {
    if (found.has(chunk)) continue
    found.add(chunk)
    for (const name of chunk.imports) {
      const imported = bundle[name]
      if (imported?.type === 'chunk') left.push(imported)
    }
  }
  return found
}
