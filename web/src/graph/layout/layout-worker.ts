import { arrange, type LayoutRequest } from './arrange.ts'

interface WorkerScope {
  postMessage(message: unknown): void
  addEventListener(
    type: 'message',
    listener: (event: MessageEvent<{ id: number; request: LayoutRequest }>) => void,
  ): void
}

const scope = globalThis as unknown as WorkerScope

scope.addEventListener('message', ({ data: { id, request } }) => {
  // Between a page and its worker there is no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  scope.postMessage({ id, positions: arrange(request) })
})
