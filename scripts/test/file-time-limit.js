// Loaded into the process of every test file. Node's runner limits the time of a test, but waits for ever for a process
// that something keeps alive after its tests. This timer ends such a process and does not keep it alive itself.
import { fileTimeoutSignal } from './file-timeout-signal.js'

setTimeout(
  () => process.kill(process.pid, fileTimeoutSignal),
  Number(process.env['MILLRACE_TEST_FILE_MS']),
).unref()
