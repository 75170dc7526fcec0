import { pino } from 'pino'

/** JSON lines on standard error; standard output is for the output of commands. Headers with secrets are redacted. */
export function createLogger(level: string) {
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
    pino.destination({ dest: 2, sync: true }),
  )
}
