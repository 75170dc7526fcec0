import { Tooltip as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { ShortcutHint } from '../../app/commands/shortcut-hint.tsx'

interface TooltipProps {
  content: ReactNode
  /** A shortcut to show behind the content. */
  keys?: string
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** A single element that takes a ref and props. */
  children: ReactNode
}

/** Explains a control on hover and focus. It must not contain anything that is necessary to use the control. */
export function Tooltip({ content, keys, side = 'bottom', children }: TooltipProps) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="pointer-events-none z-70 flex max-w-72 animate-fade items-center gap-2 rounded-[0.4375rem] border border-line bg-raised px-2 py-1 text-xs text-ink shadow-float"
        >
          <span>{content}</span>
          {keys !== undefined && <ShortcutHint keys={keys} />}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** Once around the app: after the first tooltip, its neighbours appear without delay. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Primitive.Provider delayDuration={400} skipDelayDuration={200} disableHoverableContent>
      {children}
    </Primitive.Provider>
  )
}
