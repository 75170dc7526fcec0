import { useMemo } from 'react'
import { useNodeBinding } from './binding.tsx'

/** Which parameters of the node are conditions, and which are never evaluated. */
export function useRules(): { readonly conditions: readonly string[]; readonly literals: readonly string[] } {
  const { nodeType } = useNodeBinding()
  return useMemo(
    () => ({ conditions: nodeType?.conditions ?? [], literals: nodeType?.literals ?? [] }),
    [nodeType],
  )
}
