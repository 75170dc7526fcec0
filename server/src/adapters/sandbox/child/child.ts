import process from 'node:process'
import type { SandboxLog } from '#ports/index.ts'
import { MessageReader, readMessages, writeMessage } from './child-pipe.ts'
import { MAX_CODE_FILE_BYTES, MAX_REQUEST_HEADER_BYTES } from '../protocol/sandbox-limits.ts'
import { GuestSupply } from './guest-supply.ts'
import { lockDown } from './lock-down.ts'
import { LogBudget } from './log-budget.ts'
import type { ChildMessage, FileAnswer, PrepareMessage, RunMessage } from '../protocol/messages.ts'

/** Entry point of a child process: requests on standard input, responses on standard output, until the input ends. */

/** The garbage collector does not count the memory of dropped instances, so collection is forced above this size. */
const COLLECT_BYTES = 128 * 1024 * 1024

/** To measure the memory takes as long as a short run. Only large messages and new guests change it by much. */
const MESSAGES_PER_MEASUREMENT = 32
const LARGE_BYTES = 256 * 1024

const collectGarbage = globalThis.gc
const limits = { headerBytes: MAX_REQUEST_HEADER_BYTES, bodyBytes: MAX_CODE_FILE_BYTES }

const guests = await GuestSupply.open()
const reader = new MessageReader(limits)
const requests = readMessages(limits, reader)
lockDown()

let restingBytes = process.memoryUsage.rss()
let unmeasured = 0

for await (const message of requests) {
  const request = JSON.parse(Buffer.from(message.header).toString()) as RunMessage | PrepareMessage
  if (!('code' in request)) {
    respond(request.id, { kind: 'ready', restingBytes })
    continue
  }
  const logs = new LogBudget((entry: SandboxLog) => respond(request.id, { kind: 'log', ...entry }))
  const outcome = guests.run(request, Buffer.from(message.body).toString(), {
    log: (entry) => logs.add(entry),
    exchange(file, content) {
      respond(request.id, file, content)
      const answer = reader.next()
      // The service is gone.
      if (answer === undefined) process.exit(0)
      return { answer: JSON.parse(Buffer.from(answer.header).toString()) as FileAnswer, body: answer.body }
    },
  })
  const end = { restingBytes, isSpent: guests.isSpent }
  if (outcome.ok) respond(request.id, { kind: 'value', ...end }, Buffer.from(outcome.text))
  else respond(request.id, { kind: 'failure', ...end, ...outcome.failure })
  // After the response, so that no run waits for it.
  const isReplaced = await guests.renew()
  if (isReplaced && process.memoryUsage.rss() > COLLECT_BYTES) collectGarbage?.()
  unmeasured += 1
  const isLarge = message.header.length + message.body.length > LARGE_BYTES
  if (isReplaced || isLarge || unmeasured === MESSAGES_PER_MEASUREMENT) {
    restingBytes = process.memoryUsage.rss()
    unmeasured = 0
  }
}
process.exit(0)

function respond(id: string, message: ChildMessage, body?: Uint8Array): void {
  writeMessage({ id, ...message }, body)
}
