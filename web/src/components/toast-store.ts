export type ToastTone = 'success' | 'info' | 'danger'

export interface ToastMessage {
  tone: ToastTone
  title: string
  description?: string
  /** Something to do about it, such as opening the run that failed. */
  action?: { label: string; run: () => void }
}

interface ShownToast extends ToastMessage {
  id: number
}

const maxShown = 3
const listeners = new Set<() => void>()
let shown: readonly ShownToast[] = []
let nextId = 1

function change(next: readonly ShownToast[]): void {
  shown = next
  for (const listener of listeners) listener()
}

/** Short notes about what has been done or happened elsewhere. Callable from anywhere, not only from components. */
export const toast = {
  show(message: ToastMessage): void {
    change([...shown.slice(1 - maxShown), { ...message, id: nextId++ }])
  },
  dismiss(id: number): void {
    change(shown.filter((one) => one.id !== id))
  },
  list: (): readonly ShownToast[] => shown,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
