import { Writable } from 'node:stream'

/** Keeps every line. No redaction by name: what is not logged need not be cut out. */
export class LogKeeper extends Writable {
  text = ''

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString('utf8')
    done()
  }
}
