import { ProcessSandbox } from '../process-sandbox.ts'

/** A service that is killed while its children run. Prints their process ids and then idles. */
const sandbox = new ProcessSandbox({ size: 2 })
await sandbox.run({ code: 'return 1', globals: {}, deadlineMs: 60_000 })
const endless = sandbox.run({ code: 'for (;;);', globals: {}, deadlineMs: 1000 })
process.stdout.write(`${JSON.stringify(sandbox.pids)}\n`)
setInterval(() => {}, 60_000)
await endless
