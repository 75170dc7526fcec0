import { Writable } from 'node:stream'

/** Keeps every log line. It redacts nothing, because secrets must never reach the log. */
export class LogCapture extends Writable {
  text = ''

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString('utf8')
    done()
  }
}
