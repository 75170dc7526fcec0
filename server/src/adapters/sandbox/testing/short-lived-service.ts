import type { AccountId } from '#domain/index.ts'
import { ProcessSandbox } from '../process-sandbox.ts'

/** A service that is killed while its children run. Prints their process ids and then idles. */
const sandbox = new ProcessSandbox({ size: 2 })
const account = 'account' as AccountId
await sandbox.run({ account, code: 'return 1', globals: {}, deadlineMs: 60_000 })
const { promise: started, resolve: onStart } = Promise.withResolvers<void>()
const endless = sandbox.run({ account, code: 'for (;;);', globals: {}, deadlineMs: 1000, onStart })
await started
process.stdout.write(`${JSON.stringify(sandbox.pids)}\n`)
setInterval(() => {}, 60_000)
await endless
