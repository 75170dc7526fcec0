import { Monitor, Moon, Smartphone, Sun } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { describeError } from '../../api/api-error.ts'
import { Alert } from '../../components/alert.tsx'
import { Select } from '../../components/input/select.tsx'
import { Segmented } from '../../components/segmented.tsx'
import { Loading, Skeleton } from '../../components/skeleton.tsx'
import * as t from '../../texts/forms/preview.ts'
import type { Preview, PreviewPage } from './use-preview.ts'

interface PreviewPaneProps {
  preview: Preview
  page: PreviewPage
  onPage: (page: PreviewPage) => void
}

type Width = 'desktop' | 'phone'
type Scheme = 'light' | 'dark'

const widths: Record<Width, number> = { desktop: 960, phone: 390 }

/** The public page of the form, in both widths and colour schemes. */
export function PreviewPane({ preview, page, onPage }: PreviewPaneProps) {
  const [width, setWidth] = useState<Width>('phone')
  const [scheme, setScheme] = useState<Scheme>(currentScheme)
  const { html, issues, error } = preview
  return (
    <div className="flex h-full min-h-0 flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          label={t.width}
          iconsOnly
          value={width}
          onChange={setWidth}
          options={[
            { value: 'phone', label: t.widths.phone, icon: Smartphone },
            { value: 'desktop', label: t.widths.desktop, icon: Monitor },
          ]}
        />
        <Segmented
          label={t.scheme}
          iconsOnly
          value={scheme}
          onChange={setScheme}
          options={[
            { value: 'light', label: t.schemes.light, icon: Sun },
            { value: 'dark', label: t.schemes.dark, icon: Moon },
          ]}
        />
        <Select
          aria-label={t.page}
          compact
          className="w-36"
          value={page}
          onChange={onPage}
          options={[
            { value: 'form', label: t.pages.form },
            { value: 'thanks', label: t.pages.thanks },
            { value: 'closed', label: t.pages.closed },
          ]}
        />
      </div>
      {issues.length > 0 && <Alert tone="warning">{t.outdated}</Alert>}
      {error !== null && (
        <Alert tone="danger" title={t.failed}>
          {describeError(error)}
        </Alert>
      )}
      {html === undefined ? (
        <Loading label={t.loading} className="min-h-0 flex-1">
          <Skeleton className="h-full w-full" />
        </Loading>
      ) : (
        <PreviewFrame html={html} width={widths[width]} scheme={scheme} />
      )}
      <p className="shrink-0 text-xs text-muted">{t.note}</p>
    </div>
  )
}

/** The scheme that this app has at the moment. */
function currentScheme(): Scheme {
  const { colorScheme } = getComputedStyle(document.documentElement)
  if (colorScheme === 'dark' || colorScheme === 'light') return colorScheme
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

interface PreviewFrameProps {
  html: string
  /** Of the page, in pixels. It is scaled down to the available space. */
  width: number
  scheme: Scheme
}

/**
 * Writes the document into an empty sandbox, which runs no scripts and sends no forms. The styles are constructed, because
 * the sandbox has the Content-Security-Policy of this app.
 */
function PreviewFrame({ html, width, scheme }: PreviewFrameProps) {
  const container = useRef<HTMLDivElement>(null)
  const sandbox = useRef<HTMLIFrameElement>(null)
  const [size, setSize] = useState({ width, height: 600 })

  useLayoutEffect(() => {
    const element = container.current
    if (element === null) return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  useLayoutEffect(() => {
    if (sandbox.current !== null) write(sandbox.current, html, scheme)
  }, [html, scheme])

  const scale = Math.min(1, size.width / width)
  return (
    <div
      ref={container}
      className="relative min-h-80 flex-1 overflow-hidden rounded-control border border-line bg-sunken"
    >
      <iframe
        ref={sandbox}
        title={t.title}
        sandbox="allow-same-origin"
        // Some browsers replace the empty document once it is loaded.
        onLoad={({ currentTarget }) => write(currentTarget, html, scheme)}
        className="absolute top-0 origin-top-left border-0"
        style={{
          width,
          height: size.height / scale,
          left: Math.max(0, (size.width - width * scale) / 2),
          transform: `scale(${scale})`,
          colorScheme: scheme,
        }}
      />
    </div>
  )
}

const styleElement = /<style>([^<]*)<\/style>/g
const darkQuery = /@media\s*\(prefers-color-scheme:\s*dark\)/g

function write(sandbox: HTMLIFrameElement, html: string, scheme: Scheme): void {
  const { contentDocument: target, contentWindow } = sandbox
  if (target === null || contentWindow === null) return
  const { CSSStyleSheet: Sheet } = contentWindow as Window & typeof globalThis
  target.adoptedStyleSheets = [...html.matchAll(styleElement)].map(([, text = '']) => {
    const sheet = new Sheet()
    // The preference of the person who builds the form must not decide.
    sheet.replaceSync(text.replaceAll(darkQuery, scheme === 'dark' ? '@media all' : '@media not all'))
    return sheet
  })
  const page = new DOMParser().parseFromString(html.replaceAll(styleElement, ''), 'text/html')
  target.documentElement.lang = page.documentElement.lang
  target.documentElement.style.colorScheme = scheme
  target.title = page.title
  target.body.replaceChildren(...page.body.childNodes)
}
