import { Download, File as FileIcon, FileImage, FileText, X } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { IconButton } from '../components/icon-button.tsx'
import * as t from '../texts/files.ts'
import { contentUrl, type FileValue, previewKindOf } from './file-value.ts'

const FilePreview = lazy(() => import('./file-preview.tsx'))

const icons = { image: FileImage, pdf: FileText, text: FileText }

/** A file with its name and size: a click shows it. */
export function FileCard({ file, onRemove }: { file: FileValue; onRemove?: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const kind = previewKindOf(file)
  const Icon = kind === undefined ? FileIcon : icons[kind]
  return (
    <div className="flex min-w-0 items-center gap-1 rounded-control border border-line bg-surface pr-1">
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="flex min-w-0 flex-1 items-center gap-2.5 rounded-control px-2.5 py-2 text-left text-[0.8125rem] hover:bg-hover"
      >
        <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
        <span className="sr-only">{t.preview}</span>
        <bdi className="min-w-0 truncate">{file.name}</bdi>
        <span className="ml-auto shrink-0 text-xs text-muted tabular-nums">{t.size(file.size)}</span>
      </button>
      <DownloadLink file={file}>
        <Download aria-hidden="true" className="size-4" />
      </DownloadLink>
      {onRemove && <IconButton icon={X} label={t.removeOf(file.name)} onClick={onRemove} />}
      {isOpen && (
        <Suspense fallback={null}>
          <FilePreview file={file} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

function DownloadLink({ file, children }: { file: FileValue; children: ReactNode }) {
  return (
    <a
      href={contentUrl(file)}
      download={file.name}
      aria-label={t.downloadOf(file.name)}
      title={t.download}
      className="grid size-8 shrink-0 place-items-center rounded-control text-muted hover:bg-hover hover:text-ink"
    >
      {children}
    </a>
  )
}
