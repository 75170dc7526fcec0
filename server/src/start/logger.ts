import { pino } from 'pino'

/** What is kept while the log cannot be written. Later lines are dropped. */
const MAX_WAITING_BYTES = 256 * 1024

/**
 * JSON lines on standard error; standard output is for the output of commands. Headers with secrets are redacted. A log that
 * cannot be written, such as on a full disk, ends nothing: the first lines wait until there is room again.
 */
export function createLogger(level: string) {
  const destination = pino.destination({ dest: 2, sync: true, maxLength: MAX_WAITING_BYTES })
  // Without a listener, the error would end the process. There is no place to report it.
  destination.on('error', () => undefined)
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ['req.headers.authorization', 'req.headers.cookie', 'headers.authorization', 'headers.cookie'],
        censor: '[redacted]',
      },
    },
    destination,
  )
}
