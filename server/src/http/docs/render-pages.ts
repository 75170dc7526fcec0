import type { CatalogueEntry } from '@millrace/contract/integration-action.ts'
import type { NodeKind } from '#ports/index.ts'
import { loadDocument, type PublishedInterface } from '../openapi/load-document.ts'
import { nextTurn } from '../turns/in-turns.ts'
import { GUIDE_NAMES, guidePath } from './guides/guide-names.ts'
import { type DocumentedSetting, renderConfiguration } from './pages/configuration-page.ts'
import { renderErrors } from './pages/errors-page.ts'
import { renderGuideList, renderGuidePage } from './pages/guide-pages.ts'
import { renderIntegrations } from './pages/integrations-page.ts'
import { renderNodes } from './pages/nodes-page.ts'
import { renderReference } from './pages/reference-page.ts'
import { indexPage, type SearchEntry } from './search/search-index.ts'

/** The sources of the reference pages. */
export interface DocumentedService extends PublishedInterface {
  readonly nodeKinds: readonly NodeKind[]
  integrations(): readonly CatalogueEntry[]
  readonly settings: readonly DocumentedSetting[]
  /** The address of the service; read when a page is rendered. */
  publicUrl(): string
}

type RenderPage = (service: DocumentedService) => string | Promise<string>

/** By path. */
const renderers: Readonly<Record<string, RenderPage>> = {
  '/docs': async (service) => renderReference(await loadDocument(service), service.publicUrl()),
  '/docs/guides': renderGuideList,
  ...Object.fromEntries(GUIDE_NAMES.map((name) => [guidePath(name), () => renderGuidePage(name)])),
  '/docs/nodes': ({ nodeKinds }) => renderNodes(nodeKinds),
  '/docs/integrations': (service) => renderIntegrations(service.integrations()),
  '/docs/errors': async (service) => renderErrors(await loadDocument(service)),
  '/docs/configuration': ({ settings }) => renderConfiguration(settings),
}

export async function renderPageAt(path: string, service: DocumentedService): Promise<string> {
  const render = renderers[path]
  if (render === undefined) throw new Error(`There is no page at ${path}.`)
  // Loading this module took a while already.
  await nextTurn()
  return render(service)
}

/** The index that the search of the pages loads: a JSON list of `SearchEntry`. */
export async function renderSearchIndex(service: DocumentedService): Promise<string> {
  const entries: SearchEntry[] = []
  for (const [path, render] of Object.entries(renderers)) {
    await nextTurn()
    const page = await render(service)
    await nextTurn()
    entries.push(...indexPage(path, page))
  }
  return JSON.stringify(entries)
}
