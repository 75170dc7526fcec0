import { Upload, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../components/button.tsx'
import { IconButton } from '../components/icon-button.tsx'
import * as t from '../texts/files.ts'
import { FileCard } from './file-card.tsx'
import type { FileValue } from './file-value.ts'
import { useUploads } from './use-uploads.ts'

interface FileFieldProps {
  label: string
  help?: string
  files: readonly FileValue[]
  /** What the field accepts. */
  accept?: readonly string[]
  maxFiles?: number
  maxBytes?: number | undefined
  onChange: (files: readonly FileValue[]) => void
}

const ANYTHING: readonly string[] = []

/** Files that are uploaded as soon as they are chosen or dropped. */
export function FileField({
  label,
  help = '',
  files,
  accept = ANYTHING,
  maxFiles = 1,
  maxBytes,
  onChange,
}: FileFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const latest = useRef(files)
  useEffect(() => {
    latest.current = files
  }, [files])
  const [isOver, setOver] = useState(false)
  const { upload, running, failed, refuse } = useUploads((file) => {
    const next = maxFiles === 1 ? [file] : [...latest.current, file]
    latest.current = next
    onChange(next)
  })
  const limits = [
    maxFiles > 1 && t.limitCount(maxFiles),
    accept.length > 0 && accept.join(', '),
    maxBytes !== undefined && t.limitSize(t.size(maxBytes)),
  ].filter((part) => part !== false)
  const take = (list: FileList | null) => {
    const chosen = [...(list ?? [])]
    const large = chosen.filter(({ size }) => maxBytes !== undefined && size > maxBytes)
    const tooMany = chosen.slice(maxFiles - files.length)
    if (large.length > 0) {
      refuse(large.map(({ name }) => ({ name, message: t.largerThan(t.size(maxBytes ?? 0)) })))
    } else if (tooMany.length > 0) {
      refuse(tooMany.map(({ name }) => ({ name, message: t.tooMany(maxFiles) })))
    } else void upload(chosen)
  }
  const isFull = files.length >= maxFiles
  return (
    <div role="group" aria-labelledby={id} className="space-y-1.5">
      <span id={id} className="block text-sm font-medium">
        {label}
      </span>
      {help !== '' && <p className="text-[0.8125rem] text-muted">{help}</p>}
      {files.map((file) => (
        <FileCard
          key={file.$file}
          file={file}
          onRemove={() => onChange(files.filter(({ $file }) => $file !== file.$file))}
        />
      ))}
      {running !== undefined && (
        <div role="status" className="rounded-control border border-line px-2.5 py-2 text-[0.8125rem]">
          <div className="flex items-center gap-2">
            <bdi className="min-w-0 flex-1 truncate">{running.name}</bdi>
            <span className="text-xs text-muted tabular-nums">
              {running.progress.sent < running.progress.total
                ? t.progress(t.size(running.progress.sent), t.size(running.progress.total))
                : t.saving}
            </span>
            <IconButton icon={X} label={t.cancel} onClick={running.cancel} />
          </div>
          <progress
            aria-label={t.uploading(running.name)}
            max={Math.max(1, running.progress.total)}
            value={running.progress.sent}
            className="block h-1 w-full accent-accent"
          />
        </div>
      )}
      {!isFull && running === undefined && (
        <div
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault()
            setOver(false)
            take(event.dataTransfer.files)
          }}
          data-over={isOver}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control border border-dashed border-line-strong px-3 py-2.5 text-[0.8125rem] text-muted data-[over=true]:border-accent data-[over=true]:bg-accent-soft"
        >
          <input
            ref={input}
            type="file"
            tabIndex={-1}
            aria-hidden="true"
            className="sr-only"
            accept={accept.join(',')}
            multiple={maxFiles > 1}
            onChange={(event) => {
              take(event.target.files)
              event.target.value = ''
            }}
          />
          <Button variant="secondary" size="sm" onClick={() => input.current?.click()}>
            <Upload aria-hidden="true" className="size-4" />
            {files.length === 0 ? t.choose : t.chooseMore}
          </Button>
          <span>{t.orDrop}</span>
          {limits.length > 0 && <span className="w-full text-xs">{limits.join(' · ')}</span>}
        </div>
      )}
      {failed.map(({ name, message }) => (
        <p key={name} role="alert" className="text-[0.8125rem] text-danger-ink">
          {t.uploadFailed(name)} {message}
        </p>
      ))}
    </div>
  )
}
