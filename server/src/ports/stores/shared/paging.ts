export interface PageRequest {
  readonly page: number
  readonly limit: number
}

export interface Page<T> {
  readonly items: readonly T[]
  readonly total: number
}

/** A keyset read, newest first: up to `limit` items whose id sorts before `before`. */
export interface CursorRequest {
  readonly before: string | undefined
  readonly limit: number
}
