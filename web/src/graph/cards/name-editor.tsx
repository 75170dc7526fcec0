import { useEffect, useRef, useState } from 'react'
import * as t from '../../texts/graph.ts'

interface NameEditorProps {
  name: string
  onSave: (name: string) => void
  /** `isByKey`: Enter or Escape ended it, so nothing else has the focus. */
  onEnd: (isByKey: boolean) => void
}

/** Renames a node in place: Enter and leaving the field save, Escape does not. */
export function NameEditor({ name, onSave, onEnd }: NameEditorProps) {
  const [text, setText] = useState(name)
  const field = useRef<HTMLInputElement>(null)
  // Removing a focused field can blur it: only the first end counts.
  const ended = useRef(false)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const finish = (save: boolean, isByKey: boolean) => {
    if (ended.current) return
    ended.current = true
    const trimmed = text.trim()
    if (save && trimmed !== '' && trimmed !== name) onSave(trimmed)
    onEnd(isByKey)
  }
  return (
    <input
      ref={field}
      dir="auto"
      aria-label={t.nodeName}
      value={text}
      maxLength={200}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => finish(true, false)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') finish(true, true)
        if (event.key === 'Escape') finish(false, true)
      }}
      className="nodrag nopan pointer-events-auto -mx-1 w-full rounded border border-accent bg-surface px-1 text-[13px] leading-[18px] font-semibold outline-none"
    />
  )
}
