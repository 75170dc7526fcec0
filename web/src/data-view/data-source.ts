import type { DataEntry, DataSlice } from '@millrace/contract/execution-data.ts'

export type JsonType = DataEntry['type']

/** Where the data of a view comes from. */
export type DataSource =
  | { readonly kind: 'value'; readonly value: unknown }
  | {
      readonly kind: 'execution'
      readonly executionId: string
      /** The key of a step. Without it, the data is that of the execution. */
      readonly step?: string | undefined
      readonly part: 'input' | 'output'
      /** Changes when the data may have changed, such as the status of the step. */
      readonly revision?: string | undefined
    }

export type Path = readonly (string | number)[]

/** One value of the data. `value` is present if it is small or in memory; of a long text, it is the beginning. */
export interface Entry {
  readonly key: string | number | null
  readonly type: JsonType
  readonly size: number | null
  readonly length: number | null
  readonly value?: unknown
  readonly isWhole: boolean
}

/** Reads entries of a value that is not in memory. */
export type ReadSlice = (path: Path, offset: number, limit: number) => Promise<DataSlice>

export function typeOf(value: unknown): JsonType {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'array'
  const type = typeof value
  return type === 'object' || type === 'string' || type === 'number' || type === 'boolean' ? type : 'null'
}

export function entryOf(key: string | number | null, value: unknown): Entry {
  const type = typeOf(value)
  return { key, type, size: null, length: lengthOf(value, type), value: value ?? null, isWhole: true }
}

export function entryFromSlice(key: string | number | null, slice: DataEntry | DataSlice): Entry {
  const { type, size, length, value, is_whole: isWhole } = slice
  return { key, type, size, length, ...(value !== undefined && { value }), isWhole }
}

function lengthOf(value: unknown, type: JsonType): number | null {
  if (type === 'array') return (value as unknown[]).length
  if (type === 'string') return (value as string).length
  return type === 'object' ? Object.keys(value as object).length : null
}

export function isContainer(type: JsonType): boolean {
  return type === 'array' || type === 'object'
}

/** RFC 6901. */
export function toPointer(path: Path): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

const NAME = /^[A-Za-z_$][\w$]*$/

/** The path as an expression: `input.lines[0]["unit price"]`. */
export function toExpression(root: string, path: Path): string {
  let text = root
  for (const key of path) {
    if (typeof key === 'number') text += `[${key}]`
    else if (NAME.test(key)) text += text === '' ? key : `.${key}`
    else text += `[${JSON.stringify(key)}]`
  }
  return text
}

export function valueAt(value: unknown, path: Path): unknown {
  let found = value
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = (found as Record<string | number, unknown>)[key]
  }
  return found
}
