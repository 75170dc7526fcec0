import { Fragment, type ReactNode } from 'react'
import type { HelpLinks } from './help-links.ts'

interface DocsContentProps {
  nodes: Iterable<Node>
  /** The address of the page that contains them. */
  path: string
  links: HelpLinks
}

const classes: Readonly<Record<string, string>> = {
  p: '',
  ul: 'list-disc space-y-1 pl-4.5',
  ol: 'list-decimal space-y-1 pl-5',
  li: '',
  dl: 'space-y-1.5',
  dt: 'font-medium',
  dd: '',
  blockquote: 'border-l-2 border-line-strong pl-3 text-muted',
  strong: 'font-semibold',
  b: 'font-semibold',
  em: '',
  kbd: 'rounded border border-line px-1 font-mono text-[0.92em]',
  code: 'rounded bg-sunken px-1 py-0.5 font-mono text-[0.92em] break-words',
  table: 'w-full border-collapse text-left text-xs leading-5',
  thead: '',
  tbody: '',
  tr: 'border-b border-line align-top last:border-0',
  th: 'py-1.5 pr-3 font-medium',
  td: 'py-1.5 pr-3 break-words',
}

const headings = new Set(['h2', 'h3', 'h4'])
/** What a table of parameters repeats, and what only the page itself needs. */
const skipped = new Set(['caption', 'colgroup', 'script', 'style', 'template', 'iframe', 'object'])

/**
 * Builds elements from a parsed page of the documentation. Only what is listed here appears, without attributes, so that
 * nothing of a page runs, and everything looks like the app.
 */
export function DocsContent({ nodes, path, links }: DocsContentProps) {
  const renderAll = (list: Iterable<Node>): ReactNode[] =>
    // The nodes of a page never change their order.
    // oxlint-disable-next-line react/no-array-index-key
    [...list].map((node, index) => <Fragment key={index}>{render(node)}</Fragment>)

  function render(node: Node): ReactNode {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent
    if (!(node instanceof Element)) return null
    const tag = node.localName
    if (skipped.has(tag)) return null
    const children = renderAll(node.childNodes)
    if (headings.has(tag)) return <h4 className="pt-2 font-semibold">{children}</h4>
    if (tag === 'br' || tag === 'wbr') return tag === 'br' ? <br /> : <wbr />
    if (tag === 'figcaption') return null
    if (tag === 'pre') return <Code>{node.textContent}</Code>
    if (tag === 'img') return <Picture element={node} />
    if (tag === 'a') return link(node, children)
    if (tag === 'section' || tag === 'div' || tag === 'figure')
      return <div className="space-y-2.5">{children}</div>
    if (node.classList.contains('type') || node.classList.contains('required'))
      return <span className="block text-xs font-normal text-muted">{children}</span>
    const className = classes[tag]
    if (className === undefined) return children
    const Tag = tag as 'p'
    return <Tag className={className}>{children}</Tag>
  }

  function link(element: Element, children: ReactNode): ReactNode {
    const href = element.getAttribute('href') ?? ''
    // A picture links to itself, a heading to its own address.
    if (element.querySelector('img') !== null || element.classList.contains('anchor')) return children
    const address = href.startsWith('#') ? `${path}${href}` : href
    const entry = links.find(address)
    return (
      <a
        href={address}
        target="_blank"
        rel="noreferrer"
        onClick={(event) => {
          if (entry === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          links.open(entry.id)
        }}
        className="text-accent-ink underline underline-offset-2"
      >
        {children}
      </a>
    )
  }

  return <div className="space-y-2.5 break-words">{renderAll(nodes)}</div>
}

export function Code({ children }: { children: ReactNode }) {
  return (
    <pre className="rounded-control border border-line bg-sunken p-2.5 font-mono text-[0.75rem] leading-5 break-words whitespace-pre-wrap">
      {children}
    </pre>
  )
}

function Picture({ element }: { element: Element }) {
  const source = element.getAttribute('src') ?? ''
  if (!source.startsWith('/docs/images/')) return null
  return (
    <img
      src={source}
      alt={element.getAttribute('alt') ?? ''}
      loading="lazy"
      className="w-full rounded-control border border-line"
    />
  )
}
