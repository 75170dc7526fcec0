/** The step that stands for the input of the runs. */
export const RUN_INPUT = '.input'

export interface CompareSearch {
  a?: string | undefined
  b?: string | undefined
  /** The key of the selected step, or `RUN_INPUT`. */
  step?: string | undefined
  part?: 'input' | undefined
  only?: 'differences' | undefined
}

export function readCompareSearch(search: Record<string, unknown>): CompareSearch {
  const text = (name: 'a' | 'b' | 'step') => {
    const value = search[name]
    return typeof value === 'string' && value !== '' ? { [name]: value } : {}
  }
  return {
    ...text('a'),
    ...text('b'),
    ...text('step'),
    ...(search['part'] === 'input' && { part: 'input' as const }),
    ...(search['only'] === 'differences' && { only: 'differences' as const }),
  }
}

export function compareHref(a: string, b?: string): string {
  return `/executions/compare?${new URLSearchParams({ a, ...(b !== undefined && { b }) }).toString()}`
}
