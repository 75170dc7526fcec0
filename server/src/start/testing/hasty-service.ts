import { serve } from '../commands/serve.ts'
import { readConfig } from '../settings/config.ts'

/** The service, at a intervals at which a test can wait for what takes the real one many seconds. */
await serve(readConfig({}), {
  intervals: { heartbeatMs: 400, leaseTimeoutMs: 2_400, workPollMs: 400, timerPollMs: 400 },
})
