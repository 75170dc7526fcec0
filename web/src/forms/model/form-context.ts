import { createContext, use } from 'react'
import type { OpenForm } from './use-form-document.ts'

export const FormContext = createContext<OpenForm | undefined>(undefined)

/** The form whose page is open. */
export function useOpenForm(): OpenForm {
  const form = use(FormContext)
  if (form === undefined) throw new Error('useOpenForm requires a FormContext')
  return form
}
