import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { ApiError, describeError } from '../api/api-error.ts'
import { fetchResponse } from '../api/client.ts'
import { buttonClass } from '../components/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../components/dialog.tsx'
import { Loading, Skeleton } from '../components/skeleton.tsx'
import * as t from '../texts/files.ts'
import { contentUrl, type FileValue, previewKindOf } from './file-value.ts'

const TEXT_BYTES = 64 * 1024
const MAX_IMAGE_BYTES = 50_000_000
const MAX_PDF_BYTES = 50_000_000

/** Shows a file: an image, the first page of a PDF, or the beginning of a text. Nothing in the file is run. */
export default function FilePreview({ file, onClose }: { file: FileValue; onClose: () => void }) {
  return (
    <Dialog
      open
      size="lg"
      title={file.name}
      description={`${file.media_type === '' ? '' : `${file.media_type} · `}${t.size(file.size)}`}
      onDismiss={onClose}
    >
      <DialogBody focusable>
        <Content file={file} />
      </DialogBody>
      <DialogFooter>
        <a href={contentUrl(file)} download={file.name} className={buttonClass('secondary')}>
          <Download aria-hidden="true" className="size-4" />
          {t.download}
        </a>
      </DialogFooter>
    </Dialog>
  )
}

function Content({ file }: { file: FileValue }) {
  if (file.size === 0) return <Note>{t.emptyFile}</Note>
  switch (previewKindOf(file)) {
    case 'image':
      return file.size > MAX_IMAGE_BYTES ? <Note>{t.tooLarge}</Note> : <ImageContent file={file} />
    case 'pdf':
      return file.size > MAX_PDF_BYTES ? <Note>{t.tooLarge}</Note> : <PdfContent file={file} />
    case 'text':
      return <TextContent file={file} />
    case undefined:
      return <Note>{t.noPreview}</Note>
  }
}

function Note({ children }: { children: ReactNode }) {
  return <p className="py-6 text-center text-sm text-muted">{children}</p>
}

function Failure({ error }: { error: Error }) {
  const isGone = error instanceof ApiError && error.status === 404
  return (
    <div role="alert" className="space-y-1 py-6 text-center text-sm">
      <p className="font-medium">{isGone ? t.gone : t.failed}</p>
      {!isGone && <p className="text-muted">{describeError(error)}</p>}
    </div>
  )
}

function Waiting() {
  return (
    <Loading label={t.loading} className="space-y-2">
      <Skeleton className="h-3 w-2/3" />
      <Skeleton className="h-3 w-1/2" />
      <Skeleton className="h-3 w-3/5" />
    </Loading>
  )
}

/** The checkered ground shows where a picture is transparent. */
function ImageContent({ file }: { file: FileValue }) {
  const [hasFailed, setFailed] = useState(false)
  if (hasFailed) return <Note>{t.broken}</Note>
  return (
    <div className="grid place-items-center rounded-control bg-sunken p-2">
      <img
        src={contentUrl(file)}
        alt={file.name}
        onError={() => setFailed(true)}
        className="max-h-[60dvh] max-w-full object-contain"
      />
    </div>
  )
}

function TextContent({ file }: { file: FileValue }) {
  const { data, error } = useQuery({
    queryKey: ['file-text', file.$file],
    queryFn: async ({ signal }) => {
      const headers = { Range: `bytes=0-${TEXT_BYTES - 1}`, Accept: '*/*' }
      const response = await fetchResponse('GET', contentUrl(file), { headers, signal })
      // A character may be cut in two at the end.
      return new TextDecoder().decode(await response.arrayBuffer(), { stream: true })
    },
    staleTime: Infinity,
  })
  if (error !== null) return <Failure error={error} />
  if (data === undefined) return <Waiting />
  return (
    <figure className="space-y-2">
      <pre
        dir="auto"
        className="overflow-x-auto rounded-control bg-sunken p-3 font-mono text-xs whitespace-pre-wrap"
      >
        {data}
      </pre>
      {file.size > TEXT_BYTES && (
        <figcaption className="text-xs text-muted">{t.textStart(t.size(TEXT_BYTES))}</figcaption>
      )}
    </figure>
  )
}

function PdfContent({ file }: { file: FileValue }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [state, setState] = useState<{ pages: number } | { error: Error } | 'broken'>()
  useEffect(() => {
    const abort = new AbortController()
    const draw = async () => {
      const response = await fetchResponse('GET', contentUrl(file), {
        headers: { Accept: '*/*' },
        signal: abort.signal,
      })
      const bytes = new Uint8Array(await response.arrayBuffer())
      const { drawFirstPage } = await import('./draw-pdf.ts')
      if (canvas.current === null || abort.signal.aborted) return
      const pages = await drawFirstPage(bytes, canvas.current, abort.signal)
      setState(pages === undefined ? 'broken' : { pages })
    }
    draw().catch((error: unknown) => {
      if (!abort.signal.aborted) setState({ error: error as Error })
    })
    return () => abort.abort()
  }, [file])
  if (state === 'broken') return <Note>{t.broken}</Note>
  if (state !== undefined && 'error' in state) return <Failure error={state.error} />
  return (
    <figure className="space-y-2">
      {state === undefined && <Waiting />}
      <canvas
        ref={canvas}
        role="img"
        aria-label={t.pageLabel(file.name)}
        hidden={state === undefined}
        className="mx-auto max-w-full rounded-sm border border-line bg-paper"
      />
      {state !== undefined && (
        <figcaption className="text-xs text-muted">{t.firstPage(state.pages)}</figcaption>
      )}
    </figure>
  )
}
