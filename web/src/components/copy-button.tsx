import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'

interface CopyButtonProps {
  text: string
  /** What is copied, for the accessible name: "API key" makes it "Copy API key". */
  what: string
  onCopied?: () => void
}

type State = 'idle' | 'copied' | 'failed'

export function CopyButton({ text, what, onCopied }: CopyButtonProps) {
  const [state, setState] = useState<State>('idle')
  const place = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    if (state === 'idle') return undefined
    const timer = setTimeout(() => setState('idle'), 4000)
    return () => clearTimeout(timer)
  }, [state])

  const copy = async () => {
    const done = place.current !== null && (await copyText(text, place.current))
    setState(done ? 'copied' : 'failed')
    if (done) onCopied?.()
  }

  const [Icon, word] = state === 'copied' ? ([Check, 'Copied'] as const) : ([Copy, 'Copy'] as const)
  return (
    <span ref={place} className="relative inline-flex">
      <Button variant="secondary" size="sm" aria-label={`${word} ${what}`} onClick={() => void copy()}>
        <Icon aria-hidden="true" className="size-4" />
        {word}
      </Button>
      <output className="sr-only">
        {state === 'copied' && 'Copied to the clipboard.'}
        {state === 'failed' && 'Copying was not possible. Select the text and copy it yourself.'}
      </output>
      {state === 'failed' && (
        <span
          aria-hidden="true"
          className="absolute top-full right-0 z-10 mt-1 w-52 rounded-control border border-line bg-raised p-2 text-xs shadow-float"
        >
          Copying was not possible. Select the text and copy it yourself.
        </span>
      )}
    </span>
  )
}
