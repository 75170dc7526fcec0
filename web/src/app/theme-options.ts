import { Monitor, Moon, Sun } from 'lucide-react'
import * as common from '../texts/common.ts'

/** The themes, for every control that offers them. */
export const themeOptions = [
  { value: 'system', label: common.themeNames.system, icon: Monitor },
  { value: 'light', label: common.themeNames.light, icon: Sun },
  { value: 'dark', label: common.themeNames.dark, icon: Moon },
] as const
