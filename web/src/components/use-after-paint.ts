import { useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'

/** False until the browser has painted the component for the first time: for what may follow it. */
export function useAfterPaint(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => setPainted(true)), [])
  return isPainted
}
