import { CircleCheck, X } from 'lucide-react'
import { Toast as Primitive } from 'radix-ui'
import { createContext, use, useCallback, useState, type ReactNode } from 'react'
import * as common from '../texts/common.ts'

type ShowToast = (message: string) => void

const ToastContext = createContext<ShowToast | undefined>(undefined)

/** Confirms a completed action. Show failures beside the control that failed, never in a toast. */
export function useToast(): ShowToast {
  const show = use(ToastContext)
  if (show === undefined) throw new Error('useToast requires a ToastProvider')
  return show
}

interface Message {
  id: number
  text: string
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState<Message[]>([])
  const show = useCallback<ShowToast>((text) => {
    setMessages((shown) => [...shown.slice(-2), { id: (shown.at(-1)?.id ?? 0) + 1, text }])
  }, [])
  return (
    <ToastContext value={show}>
      <Primitive.Provider label={common.notification} duration={6000} swipeDirection="down">
        {children}
        {messages.map((message) => (
          <Primitive.Root
            key={message.id}
            onOpenChange={(open) =>
              !open && setMessages((shown) => shown.filter((one) => one.id !== message.id))
            }
            className="flex w-full animate-rise items-center gap-3 rounded-control border border-line bg-raised py-1.5 pr-1.5 pl-4 text-sm shadow-float"
          >
            <CircleCheck aria-hidden="true" className="size-4.5 shrink-0 text-success-ink" />
            <Primitive.Description className="min-w-0 flex-1 break-words">
              {message.text}
            </Primitive.Description>
            <Primitive.Close
              aria-label={common.dismiss}
              className="grid size-10 shrink-0 place-items-center rounded-control text-muted hover:bg-hover hover:text-ink"
            >
              <X aria-hidden="true" className="size-4" />
            </Primitive.Close>
          </Primitive.Root>
        ))}
        <Primitive.Viewport
          label={common.notifications}
          className="fixed inset-x-4 bottom-4 z-60 mx-auto flex max-w-md flex-col gap-2 sm:right-6 sm:bottom-6 sm:left-auto sm:mx-0 sm:w-96"
        />
      </Primitive.Provider>
    </ToastContext>
  )
}
