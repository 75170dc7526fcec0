import { Monitor, Moon, Sun } from 'lucide-react'

/** The choices of theme, for whatever control offers them. */
export const themeOptions = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const
