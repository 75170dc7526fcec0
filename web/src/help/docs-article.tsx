import { useQuery } from '@tanstack/react-query'
import { ArrowUpRight, ChevronRight } from 'lucide-react'
import { ErrorState } from '../components/error-state.tsx'
import { Spinner } from '../components/spinner.tsx'
import * as t from '../texts/help.ts'
import { DocsContent } from './docs-content.tsx'
import { docsPageQuery } from './docs-queries.ts'
import type { HelpLinks } from './help-links.ts'

/** A section of the documentation; of a whole page, its introduction and its sections. */
export function DocsArticle({ url, links }: { url: string; links: HelpLinks }) {
  const [path = '', id] = url.split('#')
  const { data: page, error, refetch, isFetching } = useQuery(docsPageQuery(path))
  if (error !== null)
    return (
      <ErrorState
        title={t.articleFailed}
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (page === undefined)
    return (
      <p className="flex items-center gap-2 text-muted">
        <Spinner className="size-4" />
        {t.loadingArticle}
      </p>
    )
  const section = id === undefined ? page.querySelector('main') : page.getElementById(id)
  return (
    <div className="space-y-4">
      {section === null ? (
        <p className="text-muted">{t.articleMissing}</p>
      ) : (
        <DocsContent nodes={contentOf(section)} path={path} links={links} />
      )}
      {id === undefined && section !== null && <Contents section={section} path={path} links={links} />}
      <p>
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center gap-1 text-muted underline-offset-2 hover:text-ink hover:underline"
        >
          {t.openInNewTab}
          <ArrowUpRight aria-hidden="true" className="size-3.5" />
        </a>
      </p>
    </div>
  )
}

/** Without its title, which the panel shows, and without the sections of a whole page, which it lists. */
function contentOf(section: Element): readonly Node[] {
  if (section.localName === 'tr')
    return [...section.querySelectorAll('td')].flatMap((cell) => [...cell.childNodes])
  const guide = section.querySelector(':scope > .guide') ?? section
  const isPage = section.localName === 'main'
  return [...guide.childNodes].filter((node) => {
    if (!(node instanceof Element)) return true
    if (isPage && (node.localName === 'section' || node.localName === 'table')) return false
    return !(/^h[1-3]$/.test(node.localName) && node === guide.querySelector('h1, h2, h3'))
  })
}

function Contents({ section, path, links }: { section: Element; path: string; links: HelpLinks }) {
  const guide = section.querySelector(':scope > .guide') ?? section
  const parts = [...guide.querySelectorAll(':scope > section')].flatMap((part) => {
    const entry = links.find(`${path}#${part.id}`)
    return entry === undefined ? [] : [entry]
  })
  return (
    <ul className="divide-y divide-line border-y border-line empty:hidden">
      {parts.map(({ id, title }) => (
        <li key={id}>
          <button
            type="button"
            onClick={() => links.open(id)}
            className="flex min-h-9 w-full items-center justify-between gap-3 py-1.5 text-left hover:text-accent-ink"
          >
            {title}
            <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted" />
          </button>
        </li>
      ))}
    </ul>
  )
}
