import type { CatalogueEntry } from '@millrace/contract/integration.ts'
import type { NodeKind } from '#ports/index.ts'
import { loadDocument, type PublishedInterface } from '../openapi/load-document.ts'
import { type DocumentedSetting, renderConfiguration } from './configuration-page.ts'
import { renderErrors } from './errors-page.ts'
import { renderIntegrations } from './integrations-page.ts'
import { renderNodes } from './nodes-page.ts'
import { renderReference } from './reference-page.ts'

/** The tables that the pages are made from. */
export interface DocumentedService extends PublishedInterface {
  readonly nodeKinds: readonly NodeKind[]
  integrations(): readonly CatalogueEntry[]
  readonly settings: readonly DocumentedSetting[]
  /** Where the service is reached; asked when a page is made. */
  publicUrl(): string
}

export type PageName = 'reference' | 'nodes' | 'integrations' | 'errors' | 'configuration'

export const renderPages: Readonly<Record<PageName, (service: DocumentedService) => string>> = {
  reference: (service) => renderReference(loadDocument(service), service.publicUrl()),
  nodes: ({ nodeKinds }) => renderNodes(nodeKinds),
  integrations: (service) => renderIntegrations(service.integrations()),
  errors: (service) => renderErrors(loadDocument(service)),
  configuration: ({ settings }) => renderConfiguration(settings),
}
