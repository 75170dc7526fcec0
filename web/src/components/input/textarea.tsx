import { useLayoutEffect, useRef, type ComponentProps } from 'react'
import { controlClass } from './control.ts'

interface TextareaProps extends Omit<ComponentProps<'textarea'>, 'ref'> {
  compact?: boolean
  /** It grows with its text up to this many lines. */
  maxLines?: number
}

/** A text of several lines. It grows with its content. */
export function Textarea({ compact, maxLines = 16, className, value, rows = 3, ...rest }: TextareaProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const element = field.current
    if (element === null) return
    element.style.height = 'auto'
    const { lineHeight } = getComputedStyle(element)
    const limit = (Number.parseFloat(lineHeight) || 20) * maxLines + 16
    if (element.scrollHeight > 0) element.style.height = `${Math.min(element.scrollHeight + 2, limit)}px`
    element.style.overflowY = element.scrollHeight > limit ? 'auto' : 'hidden'
  })
  return (
    <textarea
      {...rest}
      ref={field}
      rows={rows}
      value={value}
      className={controlClass(compact, `h-auto resize-none py-2 leading-5 md:h-auto ${className ?? ''}`)}
    />
  )
}
