import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import * as common from '../texts/common.ts'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'

interface CopyButtonProps {
  text: string
  /** Names the content in the accessible name: "API key" results in "Copy API key". */
  contentName: string
  onCopied?: () => void
}

type State = 'idle' | 'copied' | 'failed'

export function CopyButton({ text, contentName, onCopied }: CopyButtonProps) {
  const [state, setState] = useState<State>('idle')
  const container = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    if (state === 'idle') return undefined
    const timer = setTimeout(() => setState('idle'), 4000)
    return () => clearTimeout(timer)
  }, [state])

  const copy = async () => {
    const copied = container.current !== null && (await copyText(text, container.current))
    setState(copied ? 'copied' : 'failed')
    if (copied) onCopied?.()
  }

  const isCopied = state === 'copied'
  const Icon = isCopied ? Check : Copy
  return (
    <span ref={container} className="relative inline-flex">
      <Button
        variant="secondary"
        size="sm"
        aria-label={isCopied ? common.copiedLabel(contentName) : common.copyLabel(contentName)}
        onClick={() => void copy()}
      >
        <Icon aria-hidden="true" className="size-4" />
        {isCopied ? common.copied : common.copy}
      </Button>
      <output className="sr-only">
        {isCopied && common.copiedToClipboard}
        {state === 'failed' && common.copyFailed}
      </output>
      {state === 'failed' && (
        <span
          aria-hidden="true"
          className="absolute top-full right-0 z-10 mt-1 w-52 rounded-control border border-line bg-raised p-2 text-xs shadow-float"
        >
          {common.copyFailed}
        </span>
      )}
    </span>
  )
}
