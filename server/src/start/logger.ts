import { pino } from 'pino'

/** JSON lines on standard error; standard output is for what a command answers. Secrets are cut out by their name. */
export function createLogger(level: string) {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ['req.headers.authorization', 'req.headers.cookie', 'headers.authorization', 'headers.cookie'],
        censor: '[secret]',
      },
    },
    pino.destination({ dest: 2, sync: true }),
  )
}
