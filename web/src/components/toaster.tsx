import { CircleAlert, CircleCheck, Info, X, type LucideIcon } from 'lucide-react'
import { Toast as Primitive } from 'radix-ui'
import { useSyncExternalStore } from 'react'
import * as common from '../texts/common.ts'
import { Button } from './button.tsx'
import { toast, type ToastTone } from './toast-store.ts'
import { MessageText } from './message-text.tsx'

const tones: Record<ToastTone, { icon: LucideIcon; className: string }> = {
  success: { icon: CircleCheck, className: 'text-success-ink' },
  info: { icon: Info, className: 'text-accent-ink' },
  danger: { icon: CircleAlert, className: 'text-danger-ink' },
}

/** Shows the toasts. Loaded with the first of them. */
export function Toaster() {
  const messages = useSyncExternalStore(toast.subscribe, toast.list)
  return (
    <Primitive.Provider label={common.notification} duration={6000} swipeDirection="down">
      {messages.map(({ id, tone, title, description, action }) => {
        const { icon: Icon, className } = tones[tone]
        return (
          <Primitive.Root
            key={id}
            type={tone === 'danger' ? 'foreground' : 'background'}
            onOpenChange={(open) => !open && toast.dismiss(id)}
            className="flex w-full animate-rise items-center gap-3 rounded-control border border-line bg-raised py-1.5 pr-1.5 pl-3.5 text-[0.8125rem] shadow-float"
          >
            <Icon aria-hidden="true" className={`size-4.5 shrink-0 ${className}`} />
            <div className="min-w-0 flex-1 py-1">
              <Primitive.Title className="font-medium break-words">{title}</Primitive.Title>
              {description !== undefined && (
                <Primitive.Description className="break-words text-muted">
                  <MessageText>{description}</MessageText>
                </Primitive.Description>
              )}
            </div>
            {action !== undefined && (
              <Primitive.Action altText={action.label} asChild>
                <Button variant="ghost" size="sm" onClick={action.run}>
                  {action.label}
                </Button>
              </Primitive.Action>
            )}
            <Primitive.Close
              aria-label={common.dismiss}
              className="grid size-8 shrink-0 place-items-center rounded-control text-muted hover:bg-hover hover:text-ink"
            >
              <X aria-hidden="true" className="size-4" />
            </Primitive.Close>
          </Primitive.Root>
        )
      })}
      <Primitive.Viewport
        label={common.notifications}
        className="fixed inset-x-4 bottom-20 z-60 mx-auto flex max-w-md flex-col gap-2 sm:right-6 sm:bottom-6 sm:left-auto sm:mx-0 sm:w-96"
      />
    </Primitive.Provider>
  )
}
