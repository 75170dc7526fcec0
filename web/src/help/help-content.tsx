import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { ArrowLeft, ArrowUpRight, Search } from 'lucide-react'
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import { nodeTypesQuery } from '../api/node-types.ts'
import { NodeTile } from '../graph/cards/node-icon.tsx'
import * as t from '../texts/help.ts'
import { DocsArticle } from './docs-article.tsx'
import { Code } from './docs-content.tsx'
import { docsIndexQuery } from './docs-queries.ts'
import { FunctionArticle, NameArticle } from './function-article.tsx'
import { findByAddress, type FunctionEntry, type HelpEntry, listEntries } from './help-entries.ts'
import type { HelpLinks } from './help-links.ts'
import { HelpResults, optionId, type ShownGroup } from './help-results.tsx'
import type { HelpRequest } from './help-store.ts'
import { NodeReference } from './node-reference.tsx'
import { topicsOf } from './page-topics.ts'
import { searchEntries } from './search-entries.ts'

interface HelpContentProps {
  request: HelpRequest
  /** Escape, where there is nothing to go back to. */
  onClose: () => void
  /** Inserts into a field of the page, which a sheet has to make way for. */
  onInsert: (insert: () => void) => void
}

const nothing: readonly never[] = []

/** The search, what it found, and the article that was opened from it. */
export function HelpContent({ request, onClose, onInsert }: HelpContentProps) {
  const { data: nodeTypes } = useQuery(nodeTypesQuery)
  const docs = useQuery(docsIndexQuery)
  const entries = useMemo(
    () => listEntries(nodeTypes ?? nothing, docs.data ?? nothing),
    [nodeTypes, docs.data],
  )
  const [query, setQuery] = useState('')
  const [opened, setOpened] = useState<readonly string[]>(nothing)
  const [chosen, setChosen] = useState(0)
  const [shown, setShown] = useState(0)
  if (shown !== request.number) {
    setShown(request.number)
    setQuery('')
    setChosen(0)
    setOpened(request.entry === undefined ? nothing : [request.entry])
  }
  const wantedId = opened.at(-1)
  const article = entries.find(({ id }) => id === wantedId)
  // A page may be asked for before the list of all of them has arrived.
  const isComing = article === undefined && docs.isPending && wantedId?.startsWith('page:') === true
  const isList = article === undefined && !isComing
  const listId = useId()
  const groups = useGroups(entries, useDeferredValue(query), request.topic)

  const found = groups.flatMap((group) => group.entries)
  const active = Math.min(chosen, Math.max(0, found.length - 1))
  const isListShown = isList && found.length > 0

  const input = useRef<HTMLInputElement>(null)
  const region = useRef<HTMLDivElement>(null)
  const articleId = article?.id
  // The focus follows what is shown: the article, or the field to search for another one.
  useEffect(() => {
    if (articleId === undefined) input.current?.focus()
    else region.current?.focus()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- asked for again, it gets the focus again
  }, [articleId, request.number])

  const back = () => setOpened(opened.slice(0, -1))
  const links: HelpLinks = {
    find: (address) => findByAddress(entries, address),
    open: (entryId) => setOpened([...opened, entryId]),
  }
  const titleId = useId()
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape bubbles from what has the focus
    <div
      className="flex min-h-0 flex-1 flex-col"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        if (isList) onClose()
        else back()
      }}
    >
      <div className="flex shrink-0 items-center gap-2.5 border-b border-line px-4">
        <Search aria-hidden="true" className="size-4 shrink-0 text-muted" />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label={t.search}
          aria-autocomplete="list"
          aria-expanded={isListShown}
          aria-controls={isListShown ? listId : undefined}
          aria-activedescendant={isListShown ? optionId(listId, active) : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={t.placeholder}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setOpened(nothing)
            setChosen(0)
          }}
          onKeyDown={(event) => {
            const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
            if (!isListShown || event.nativeEvent.isComposing) return
            if (step !== 0) setChosen((active + step + found.length) % found.length)
            else if (event.key === 'Enter') links.open(found[active]?.id ?? '')
            else return
            event.preventDefault()
          }}
          className="h-11 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted sm:text-[0.8125rem]"
        />
      </div>
      {isList && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolling by keyboard needs the focus
        <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto px-2 pb-2 -outline-offset-2">
          {isListShown && (
            <HelpResults id={listId} groups={groups} query={query} active={active} onOpen={links.open} />
          )}
          {found.length === 0 && query.trim() !== '' && (
            <div className="px-3 py-8 text-center text-[0.8125rem]">
              <p>{t.nothingFound(query.trim())}</p>
              <p className="mt-1 text-muted">{t.nothingFoundHint}</p>
            </div>
          )}
          {docs.isPending && <p className="px-2 py-3 text-xs text-muted">{t.loading}</p>}
          {docs.isError && <p className="px-2 py-3 text-xs text-warning-ink">{t.guidesFailed}</p>}
        </div>
      )}
      <output className="sr-only">{isList && query.trim() !== '' && t.resultCount(found.length)}</output>
      {isComing && <p className="flex-1 px-4 py-6 text-[0.8125rem] text-muted">{t.loadingArticle}</p>}
      {article !== undefined && (
        <div
          key={article.id}
          ref={region}
          role="region"
          aria-labelledby={titleId}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolling by keyboard needs the focus
          tabIndex={0}
          className="min-h-0 flex-1 overflow-y-auto px-4 pb-6 text-[0.8125rem] leading-5 outline-none focus-visible:shadow-[inset_2px_0_0_var(--color-focus)]"
        >
          <button
            type="button"
            onClick={back}
            className="mt-2 -ml-1.5 flex h-8 items-center gap-1.5 rounded-control px-1.5 text-xs text-muted hover:bg-hover hover:text-ink"
          >
            <ArrowLeft aria-hidden="true" className="size-3.5" />
            {t.back}
          </button>
          <ArticleTitle id={titleId} entry={article} />
          <Article entry={article} entries={entries} links={links} onInsert={onInsert} />
        </div>
      )}
      <div className="flex shrink-0 justify-end border-t border-line px-4 py-2">
        <a
          href="/docs"
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center gap-1 text-xs text-muted underline-offset-2 hover:text-ink hover:underline"
        >
          {t.allDocumentation}
          <ArrowUpRight aria-hidden="true" className="size-3.5" />
        </a>
      </div>
    </div>
  )
}

/** What was found; without a query, what explains this page, and everything there is to read. */
function useGroups(
  entries: readonly HelpEntry[],
  query: string,
  topic: HelpRequest['topic'],
): readonly ShownGroup[] {
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  return useMemo(() => {
    if (query.trim() !== '')
      return searchEntries(entries, query).map(({ kind, entries: found }) => ({
        heading: t.groups[kind],
        entries: found,
      }))
    const byId = new Map(entries.map((entry) => [entry.id, entry]))
    const here = topicsOf(pathname).flatMap((id) => byId.get(id) ?? [])
    const ofKind = (...kinds: readonly HelpEntry['kind'][]) =>
      entries.filter(({ kind }) => kinds.includes(kind))
    const guides = ofKind('guide', 'expressions').filter(({ id }) => !id.includes('#'))
    const all: readonly ShownGroup[] =
      topic === 'expressions'
        ? [
            { heading: t.groups.name, entries: ofKind('name') },
            { heading: t.groups.expressions, entries: ofKind('expressions') },
            { heading: t.groups.function, entries: ofKind('function') },
          ]
        : [
            { heading: t.thisPage, entries: here },
            { heading: t.groups.guide, entries: guides },
            { heading: t.groups.name, entries: ofKind('name') },
            { heading: t.groups.node, entries: ofKind('node') },
          ]
    return all.filter(({ entries: members }) => members.length > 0)
  }, [entries, query, topic, pathname])
}

function ArticleTitle({ id, entry }: { id: string; entry: HelpEntry }) {
  if (entry.kind === 'node' || entry.kind === 'parameter') {
    const { title, type, family, icon } = entry.nodeType
    return (
      <div className="mt-1 mb-3 flex items-center gap-2.5">
        <NodeTile family={family} icon={icon} type={type} size="sm" />
        <h3 id={id} className="min-w-0 text-base font-semibold">
          {title}
        </h3>
        <code className="ml-auto shrink-0 font-mono text-xs text-muted">{type}</code>
      </div>
    )
  }
  const isCode = entry.kind === 'function' || entry.kind === 'name'
  return (
    <div className="mt-1 mb-3">
      {entry.context !== '' && <p className="text-xs text-muted">{entry.context}</p>}
      <h3
        id={id}
        className={isCode ? 'font-mono text-sm font-semibold break-words' : 'text-base font-semibold'}
      >
        {entry.title}
      </h3>
    </div>
  )
}

interface ArticleProps {
  entry: HelpEntry
  entries: readonly HelpEntry[]
  links: HelpLinks
  onInsert: HelpContentProps['onInsert']
}

function Article({ entry, entries, links, onInsert }: ArticleProps) {
  switch (entry.kind) {
    case 'node':
    case 'parameter':
      return (
        <NodeReference
          nodeType={entry.nodeType}
          parameter={entry.kind === 'parameter' ? entry.parameter : undefined}
          example={<Code>{JSON.stringify(entry.nodeType.example, null, 2)}</Code>}
        />
      )
    case 'function': {
      const related = entries.filter(
        (one): one is FunctionEntry =>
          one.kind === 'function' && one.context === entry.context && one.id !== entry.id,
      )
      return <FunctionArticle entry={entry} related={related} links={links} onInsert={onInsert} />
    }
    case 'name':
      return <NameArticle name={entry.title} text={entry.text} onInsert={onInsert} />
    default:
      return <DocsArticle url={entry.url} links={links} />
  }
}
