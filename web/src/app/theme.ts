import { useSyncExternalStore } from 'react'

export type ThemeChoice = 'system' | 'light' | 'dark'

/** public/theme.js uses the same key to apply the theme before the first paint. */
const storageKey = 'millrace.theme'

const listeners = new Set<() => void>()
let current: ThemeChoice = readStoredTheme()

function readStoredTheme(): ThemeChoice {
  try {
    const stored = localStorage.getItem(storageKey)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

function show(choice: ThemeChoice): void {
  current = choice
  if (choice === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = choice
  for (const listener of listeners) listener()
}

export function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, choice)
  } catch {
    // Storage may be disabled: the choice then lasts until the page is closed.
  }
  show(choice)
}

function followOtherTabs(event: StorageEvent): void {
  if (event.key === storageKey || event.key === null) show(readStoredTheme())
}

function subscribe(changed: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', followOtherTabs)
  listeners.add(changed)
  return () => {
    listeners.delete(changed)
    if (listeners.size === 0) window.removeEventListener('storage', followOtherTabs)
  }
}

export function useTheme(): ThemeChoice {
  return useSyncExternalStore(subscribe, () => current)
}
