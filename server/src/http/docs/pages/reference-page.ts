import { html, type Html, prose } from '../../public/html.ts'
import type { OpenApiDocument } from '../../openapi/open-api-document.ts'
import { nextTurn } from '../../turns/in-turns.ts'
import { DocumentReader } from '../markup/document-reader.ts'
import { introduction, introductionContents } from './introduction.ts'
import { operationSection } from './operation-section.ts'
import { type ContentsGroup, renderPage } from '../markup/page-layout.ts'
import { methodBadge, section } from '../markup/page-parts.ts'

/** Every operation of the document, by tag. `origin` is the address of the service: `http://127.0.0.1:8080`. */
export async function renderReference(document: OpenApiDocument, origin: string): Promise<string> {
  const reader = new DocumentReader(document)
  const base = `${origin}${document.servers[0]?.url ?? ''}`
  const groups = document.tags.map((tag) => ({
    ...tag,
    id: tag.name.toLowerCase(),
    operations: reader.operationsOf(tag.name),
  }))
  const contents = groups.map(({ id, name, operations }): ContentsGroup => ({
    href: `#${id}`,
    title: name,
    entries: operations.map(({ method, operation }) => ({
      href: `#${operation.operationId}`,
      label: html`${methodBadge(method)} <span>${operation.summary}</span>`,
    })),
  }))
  const sections: Html[] = []
  for (const { id, name, description, operations } of groups) {
    const described: Html[] = []
    for (const located of operations) {
      await nextTurn()
      described.push(operationSection(located, reader, base))
    }
    const content = html`<p>${prose(description)}</p>
      ${described}`
    sections.push(section(2, id, name, content))
  }
  await nextTurn()
  return renderPage({
    path: '/docs',
    title: 'API reference',
    contents: [introductionContents(), ...contents],
    main: html`${introduction(base)}${sections}`,
  })
}
