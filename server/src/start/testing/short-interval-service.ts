import { serve } from '../commands/serve.ts'
import { readConfig } from '../settings/config.ts'

/** The service with intervals short enough for tests to wait for a takeover, which takes many seconds in production. */
await serve(readConfig({}), {
  intervals: { heartbeatMs: 400, leaseTimeoutMs: 2_400, workPollMs: 400, timerPollMs: 400 },
})
