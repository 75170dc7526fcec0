import { Copy, CornerDownLeft, ExternalLink, Eye, Route } from 'lucide-react'
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { copyText } from '../components/copy-text.ts'
import { type FileValue, toFileValue } from '../files/file-value.ts'
import * as common from '../texts/common.ts'
import * as t from '../texts/data-view.ts'
import * as files from '../texts/files.ts'
import type { Entry } from './data-source.ts'
import { linkOf } from './value-text.tsx'

const FilePreview = lazy(() => import('../files/file-preview.tsx'))

export type CopyWhat = 'path' | 'value'

/** Copies to the clipboard and reports the outcome in the path bar. */
export function useCopy() {
  const [notice, setNotice] = useState('')
  const container = useRef<HTMLDivElement>(null)
  const copy = (what: CopyWhat, text: string | undefined) => {
    if (text === undefined) return setNotice(t.tooLargeToCopy)
    const element = container.current ?? document.body
    void copyText(text, element).then((copied) =>
      setNotice(copied ? (what === 'path' ? t.pathCopied : t.valueCopied) : common.copyFailed),
    )
  }
  return { copy, notice, container, clear: () => setNotice('') }
}

interface PathBarProps {
  expression: string
  entry: Entry | undefined
  notice: string
  onCopy: (what: CopyWhat) => void
  onInsert: (() => void) | undefined
}

/** The selected value: its path, and what can be done with it. */
export function PathBar({ expression, entry, notice, onCopy, onInsert }: PathBarProps) {
  const [shown, setShown] = useState<FileValue>()
  const file = entry?.isWhole === true ? toFileValue(entry.value) : undefined
  const link = entry?.isWhole === true ? linkOf(entry.value) : undefined
  return (
    <div
      role="group"
      aria-label={t.selectedValue}
      className="flex min-h-9 items-center gap-1 border-t border-line py-0.5 pr-1.5 pl-3 text-xs"
    >
      <code className="min-w-0 flex-1 truncate text-muted" title={expression}>
        {expression}
      </code>
      <output className="max-w-48 truncate text-muted">{notice}</output>
      {file !== undefined && (
        <BarButton icon={<Eye aria-hidden="true" className="size-3.5" />} onClick={() => setShown(file)}>
          {files.preview}
        </BarButton>
      )}
      {shown !== undefined && (
        <Suspense fallback={null}>
          <FilePreview file={shown} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
      {link !== undefined && (
        <a
          href={link}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="inline-flex h-7 shrink-0 items-center gap-1 rounded-control px-2 text-muted hover:bg-hover hover:text-ink"
        >
          <ExternalLink aria-hidden="true" className="size-3.5" />
          {t.openLink}
        </a>
      )}
      {onInsert !== undefined && (
        <BarButton icon={<CornerDownLeft aria-hidden="true" className="size-3.5" />} onClick={onInsert}>
          {t.insertPath}
        </BarButton>
      )}
      <BarButton icon={<Route aria-hidden="true" className="size-3.5" />} onClick={() => onCopy('path')}>
        {t.copyPath}
      </BarButton>
      <BarButton icon={<Copy aria-hidden="true" className="size-3.5" />} onClick={() => onCopy('value')}>
        {t.copyValue}
      </BarButton>
    </div>
  )
}

function BarButton({ icon, onClick, children }: { icon: ReactNode; onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onClick}
      aria-label={children}
      title={children}
      className="inline-flex h-7 shrink-0 items-center gap-1 rounded-control px-2 text-muted hover:bg-hover hover:text-ink"
    >
      {icon}
      <span className="hidden @md:inline">{children}</span>
    </button>
  )
}
