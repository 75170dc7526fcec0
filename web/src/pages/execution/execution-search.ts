import type { StepTab } from '../../run/step-panel.tsx'

/** What the address of a run says: the selected step, its tab, the tab below the graph, and the time in view. */
export interface ExecutionSearch {
  /** Empty: none, not even the one that failed. */
  step?: string | undefined
  panel?: StepTab | undefined
  tab?: 'log' | undefined
  /** Milliseconds since the start of the run. */
  at?: string | undefined
}

const PANELS: readonly string[] = ['input', 'output', 'error', 'log'] satisfies StepTab[]

export function readExecutionSearch(search: Record<string, unknown>): ExecutionSearch {
  const { step, panel, tab, at } = search
  return {
    ...(typeof step === 'string' && { step }),
    ...(typeof panel === 'string' && PANELS.includes(panel) && { panel: panel as StepTab }),
    ...(tab === 'log' && { tab }),
    ...(typeof at === 'string' && /^\d+$/.test(at) && { at }),
  }
}
