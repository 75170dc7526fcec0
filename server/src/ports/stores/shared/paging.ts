export interface PageRequest {
  readonly page: number
  readonly limit: number
}

export interface Page<T> {
  readonly items: readonly T[]
  readonly total: number
}

/** Keyset pagination, newest first: up to `limit` items whose id is smaller than `before`, if given. */
export interface CursorRequest {
  readonly before: string | undefined
  readonly limit: number
}
