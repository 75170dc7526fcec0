/** Short messages between the tabs of a browser. */
export interface TabChannel {
  post(message: string): void
  listen(onMessage: (message: string) => void): void
  close(): void
}

export function openTabChannel(name: string): TabChannel {
  if (!('BroadcastChannel' in globalThis)) {
    return { post: () => undefined, listen: () => undefined, close: () => undefined }
  }
  const channel = new BroadcastChannel(name)
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
    post: (message) => channel.postMessage(message),
    listen: (onMessage) => {
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (typeof data === 'string') onMessage(data)
      })
    },
    close: () => channel.close(),
  }
}
