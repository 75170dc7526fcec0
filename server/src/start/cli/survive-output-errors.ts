/**
 * Keeps errors of standard output and standard error from ending the process with a stack trace. A reader that has seen enough,
 * such as `head`, is no failure, and a command that changes something must not stop in the middle of it. If the output cannot be
 * written for another reason, such as a full disk, the exit code is 1 in the end.
 *
 * Returns whether output was lost.
 */
export function surviveOutputErrors(): () => boolean {
  let isLost = false
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (isLost || code === 'EPIPE') return
    isLost = true
    // The error can come after the command has ended.
    process.exitCode = 1
    process.stderr.write(`The output cannot be written: ${message}\n`)
  })
  process.stderr.on('error', () => undefined)
  return () => isLost
}
