import { createContext, use, type ReactNode } from 'react'
import type { ParameterPath } from './binding.tsx'
import type { ParameterField } from './schema-fields.ts'

export interface ParameterControlProps {
  field: ParameterField
  path: ParameterPath
  onRemove?: (() => void) | undefined
  /** The row around it has the label. */
  hideLabel?: boolean
}

/** Parameters contain parameters: lists and objects get the control of their members from here. */
export const ParameterComponentContext = createContext<
  ((props: ParameterControlProps) => ReactNode) | undefined
>(undefined)

/** The control of a parameter inside of another one. */
export function NestedParameter(props: ParameterControlProps): ReactNode {
  return use(ParameterComponentContext)?.(props)
}
