import { useEffect, useState } from 'react'

/** False until the browser has painted the component for the first time: for what may follow it. */
export function useAfterPaint(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    const show = () => setPainted(true)
    // A hidden page has no animation frames.
    if (document.visibilityState === 'hidden') {
      const timer = setTimeout(show)
      return () => clearTimeout(timer)
    }
    const channel = new MessageChannel()
    channel.port1.addEventListener('message', show)
    channel.port1.start()
    // A message that is sent in an animation frame arrives after its paint.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no target origin
    const request = requestAnimationFrame(() => channel.port2.postMessage(undefined))
    return () => {
      cancelAnimationFrame(request)
      channel.port1.close()
    }
  }, [])
  return isPainted
}
