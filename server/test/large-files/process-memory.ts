import { readFile, writeFile } from 'node:fs/promises'

const RESET_PEAK = '5'

/** The resident memory of a process as the kernel counts it. Its peak misses nothing that happens between two samples. */
export class ProcessMemory {
  readonly #folder: string

  constructor(pid: number) {
    this.#folder = `/proc/${pid}`
  }

  /** Bytes now. From here on, `peak` counts anew. */
  async restart(): Promise<number> {
    await writeFile(`${this.#folder}/clear_refs`, RESET_PEAK)
    return this.#read('VmRSS')
  }

  /** The most bytes since `restart`. */
  peak(): Promise<number> {
    return this.#read('VmHWM')
  }

  async #read(name: string): Promise<number> {
    const status = await readFile(`${this.#folder}/status`, 'utf8')
    const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status) ?? []
    if (kilobytes === undefined) throw new Error(`The process status has no ${name}.`)
    return Number(kilobytes) * 1024
  }
}
