import { useEffect, useState } from 'react'
import * as common from '../../texts/common.ts'
import { Button } from '../button.tsx'
import { Spinner } from '../spinner.tsx'

interface ProgressNoticeProps {
  /** What is under way: "Publishing 3 of 12". */
  label: string
  /** From 0 to 1. Without it, the end is unknown. */
  progress?: number
  onCancel?: () => void
}

/** Reports something that takes longer than a moment, with a way to cancel it. */
export function ProgressNotice({ label, progress, onCancel }: ProgressNoticeProps) {
  return (
    <div
      role="status"
      className="relative flex items-center gap-3 overflow-hidden rounded-control border border-line bg-raised py-1.5 pr-1.5 pl-3 text-[0.8125rem] shadow-float"
    >
      <Spinner className="size-4 shrink-0 text-accent-ink" />
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {onCancel !== undefined && (
        <Button variant="ghost" size="sm" onClick={onCancel}>
          {common.cancel}
        </Button>
      )}
      {progress !== undefined && (
        <span
          aria-hidden="true"
          style={{ transform: `scaleX(${progress})` }}
          className="absolute inset-x-0 bottom-0 h-0.5 origin-left bg-accent transition-transform"
        />
      )}
    </div>
  )
}

interface BulkProgressNoticeProps {
  progress: { readonly label: string; readonly done: number; readonly total: number } | undefined
  onCancel: () => void
}

/** Floats above a list while something is done to many of its items, one after another. */
export function BulkProgressNotice({ progress, onCancel }: BulkProgressNoticeProps) {
  const isSlow = useIsSlow(progress !== undefined)
  if (!isSlow || progress === undefined) return null
  return (
    <div className="absolute inset-x-0 bottom-20 z-30 mx-auto w-full max-w-sm px-4">
      <ProgressNotice label={progress.label} progress={progress.done / progress.total} onCancel={onCancel} />
    </div>
  )
}

/** True once `active` has lasted longer than `delayMs`: shorter waits show nothing, so that nothing flickers. */
export function useIsSlow(active: boolean, delayMs = 300): boolean {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!active) return undefined
    const timer = setTimeout(() => setIsSlow(true), delayMs)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [active, delayMs])
  return active && isSlow
}
