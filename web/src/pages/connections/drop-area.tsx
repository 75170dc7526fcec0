import { clsx } from 'clsx'
import { FileCheck2, FileUp } from 'lucide-react'
import { useId, useState } from 'react'
import { FieldError } from '../../components/field.tsx'
import * as t from '../../texts/connections/integrations.ts'

interface DropAreaProps {
  file: { readonly name: string; readonly size: number } | undefined
  error: string | undefined
  onFile: (file: File | undefined) => void
}

/** Takes a document that is chosen, or dropped anywhere on it. */
export function DropArea({ file, error, onFile }: DropAreaProps) {
  const id = useId()
  const errorId = useId()
  const [isOver, setIsOver] = useState(false)
  const Icon = file === undefined ? FileUp : FileCheck2
  return (
    <div className="space-y-1.5">
      <label
        htmlFor={id}
        className={clsx(
          'relative flex flex-col items-center gap-1 rounded-card border border-dashed px-4 py-6 text-center text-sm transition-colors focus-within:outline-2 focus-within:outline-focus hover:bg-hover',
          isOver
            ? 'border-accent bg-accent-soft'
            : error === undefined
              ? 'border-line-strong'
              : 'border-danger',
        )}
      >
        <Icon aria-hidden="true" className="size-5 text-muted" />
        <span className="max-w-full truncate font-medium">{file?.name ?? t.chooseFile}</span>
        <span className="text-muted">{file === undefined ? t.dropFile : t.fileSize(file.size)}</span>
        <input
          id={id}
          type="file"
          accept=".json,.yaml,.yml,application/json,application/yaml"
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : errorId}
          // Covers the area, so that a file can be dropped anywhere on it.
          className="absolute inset-0 cursor-pointer opacity-0"
          onDragEnter={() => setIsOver(true)}
          onDragLeave={() => setIsOver(false)}
          onDrop={() => setIsOver(false)}
          onChange={(event) => onFile(event.target.files?.[0])}
        />
      </label>
      {error !== undefined && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}
