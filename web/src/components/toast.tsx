import { Suspense, useState, useSyncExternalStore, type ReactNode } from 'react'
import { toast } from './toast-store.ts'
import { lazyPart } from '../app/lazy-part.ts'

const load = () => import('./toaster.tsx')
const Toaster = lazyPart(async () => ({ default: (await load()).Toaster }))

/** A toast may have to say that the server cannot be reached. */
export async function preloadToaster(): Promise<void> {
  await load()
}

/** Confirms a completed action. Show failures beside the control that failed, unless that control is gone. */
export function useToast(): (message: string) => void {
  return showSuccess
}

function showSuccess(title: string): void {
  toast.show({ tone: 'success', title })
}

/** Around the app. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const hasToasts = useSyncExternalStore(toast.subscribe, () => toast.list().length > 0)
  const [isLoaded, setIsLoaded] = useState(false)
  // Stays once it is there: screen readers announce only what changes in a region that exists.
  if (hasToasts && !isLoaded) setIsLoaded(true)
  return (
    <>
      {children}
      <Suspense>{isLoaded && <Toaster />}</Suspense>
    </>
  )
}
