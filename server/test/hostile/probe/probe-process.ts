// Measures answer times in a process of its own, so that the work of the attacker's client does not disturb the measurement.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Span } from './find-stall.ts'
import type { FromProbe, ProbedRequest, ProbeOrder, ToProbe } from './probe-messages.ts'
import { RepeatedRequest } from './repeat-request.ts'

const LIVEZ_INTERVAL_MS = 4
const EXECUTE_INTERVAL_MS = 8
const TICK_MS = 4
/** A tick that is late by less says nothing. */
const PAUSE_MS = 5

if (process.argv[2] === 'bare') serveBare()
else await serveOrders()

/** Answers and does nothing else: what it takes is what the machine takes. */
function serveBare(): void {
  const server = createServer((_request, response) => response.end('{}'))
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
  process.on('disconnect', () => process.exit())
}

async function serveOrders(): Promise<void> {
  const child = fork(import.meta.filename, ['bare'])
  const [port] = (await once(child, 'message')) as [number]
  const bare: ProbedRequest = {
    method: 'GET',
    url: `http://127.0.0.1:${port}/`,
    headers: {},
    body: '',
    expects: '200',
  }
  let running: ReturnType<typeof measure> | undefined
  process.on('message', (message: ToProbe) => {
    if ('start' in message) running = measure(message.start, bare)
    else if ('follow' in message) running?.follow(message.follow)
    else void running?.stop()
  })
  process.on('disconnect', () => {
    child.disconnect()
    process.exit()
  })
  send({ isReady: true })
}

function measure(
  order: ProbeOrder,
  bareRequest: ProbedRequest,
): { follow(pid: number): void; stop(): Promise<void> } {
  const pauses: Span[] = []
  let lastTick = performance.now()
  let { pid } = order
  const tick = setInterval(() => {
    const now = performance.now()
    if (now - lastTick - TICK_MS > PAUSE_MS) pauses.push({ start: lastTick + TICK_MS, end: now })
    lastTick = now
  }, TICK_MS)
  const livez = new RepeatedRequest(order.livez, LIVEZ_INTERVAL_MS, () => pid)
  const execute = new RepeatedRequest(order.execute, EXECUTE_INTERVAL_MS, () => pid)
  const bare = new RepeatedRequest(bareRequest, LIVEZ_INTERVAL_MS)
  void Promise.all([livez, execute, bare].map(({ answered }) => answered)).then(() =>
    send({ isMeasuring: true }),
  )
  return {
    follow(next) {
      pid = next
    },
    async stop() {
      const [livezAnswers, executeAnswers] = [await livez.stop(), await execute.stop()]
      const { spans } = await bare.stop()
      clearInterval(tick)
      send({
        measured: {
          livez: livezAnswers,
          execute: executeAnswers,
          noise: { bare: spans, pauses },
        },
      })
    },
  }
}

function send(message: FromProbe): void {
  process.send?.(message)
}
