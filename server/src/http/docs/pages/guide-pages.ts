import { html } from '../../public/html.ts'
import { GUIDE_NAMES, type GuideName, guidePath, GUIDES_PATH } from '../guides/guide-names.ts'
import { readGuide } from '../guides/read-guide.ts'
import { renderGuide, renderSections } from '../guides/render-markdown.ts'
import { type ContentsGroup, renderPage } from '../markup/page-layout.ts'
import { section } from '../markup/page-parts.ts'

export async function renderGuidePage(name: GuideName): Promise<string> {
  const guides = await loadGuides()
  const { title, introduction, sections } = renderGuide(await readGuide(name))
  return renderPage({
    path: guidePath(name),
    title,
    contents: [
      {
        href: GUIDES_PATH,
        title: 'Guides',
        entries: guides.map((guide) => ({
          href: guidePath(guide.name),
          label: guide.title,
          isCurrent: guide.name === name,
        })),
      },
      ...sections.map((chapter): ContentsGroup => ({
        href: `#${chapter.id}`,
        title: chapter.title,
        entries: chapter.sections.map((inner) => ({ href: `#${inner.id}`, label: inner.title })),
      })),
    ],
    main: html`<div class="guide">
      <h1>${title}</h1>
      ${introduction}${renderSections(sections)}
    </div>`,
  })
}

export async function renderGuideList(): Promise<string> {
  const guides = await loadGuides()
  return renderPage({
    path: GUIDES_PATH,
    title: 'Guides',
    contents: guides.map(({ name, title }) => ({ href: guidePath(name), title, entries: [] })),
    main: html`<h1>Guides</h1>
      <p class="lead">How to use Millrace, one subject per page.</p>
      ${guides.map(({ name, title, summary }) =>
        section(
          2,
          name,
          title,
          html`<p>${summary}</p>
            <p><a href="${guidePath(name)}">Read the guide “${title}”</a></p>`,
        ),
      )}`,
  })
}

async function loadGuides() {
  return Promise.all(
    GUIDE_NAMES.map(async (name) => {
      const { title, summary } = renderGuide(await readGuide(name))
      return { name, title, summary }
    }),
  )
}
