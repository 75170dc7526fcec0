/// <reference lib="webworker" />
import type { RecordedRun } from './evaluate.ts'
import { answerPreview, type PreviewMessage, type PreviewRequest } from './preview-protocol.ts'

const runs = new Map<number, readonly RecordedRun[]>()
const waiting = new Map<number, PreviewRequest>()

addEventListener('message', ({ data }: MessageEvent<PreviewMessage>) => {
  if (data.kind === 'runs') runs.set(data.key, data.runs)
  else if (data.kind === 'forget') runs.delete(data.key)
  else {
    if (waiting.size === 0) setTimeout(answerAll)
    waiting.set(data.request.channel, data.request)
  }
})

/** Runs after all messages that have arrived, so that only the newest request of a field is answered. */
function answerAll(): void {
  const requests = [...waiting.values()]
  waiting.clear()
  for (const request of requests) postMessage(answerPreview(request, runs))
}
