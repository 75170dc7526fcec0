import { useEffect, useState } from 'react'

/** Calls back once the browser has painted what is there now. Returns how to cancel that. */
export function afterPaint(callback: () => void): () => void {
  // A hidden page has no animation frames.
  if (document.visibilityState === 'hidden') {
    const timer = setTimeout(callback)
    return () => clearTimeout(timer)
  }
  const channel = new MessageChannel()
  channel.port1.addEventListener('message', () => {
    channel.port1.close()
    callback()
  })
  channel.port1.start()
  // A message that is sent in an animation frame arrives after its paint.
  const request = requestAnimationFrame(() => channel.port2.postMessage(undefined))
  return () => {
    cancelAnimationFrame(request)
    channel.port1.close()
  }
}

/** False until what is around has been painted once. */
export function useFirstPaint(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => setPainted(true)), [])
  return isPainted
}
