import { pino } from 'pino'
import { LogOutput } from './log-output.ts'

/** JSON lines on standard error; standard output is for the output of commands. Headers with secrets are redacted. */
export function createLogger(level: string) {
  const output = new LogOutput()
  process.once('exit', () => output.flush())
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
    output,
  )
}
