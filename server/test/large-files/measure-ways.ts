import type { JsonObject } from '#domain/index.ts'
import type { StoreKind } from '../crash/service/crash-store.ts'
import { LargeContent, MIB } from './large-content.ts'
import { LargeFilesService } from './large-files-service.ts'
import { ProcessMemory } from './process-memory.ts'
import type { Way } from './ways.ts'

/** The largest file that the service takes by default. */
const LARGE = 100 * MIB
/** Loads the code that a way needs. */
const SMALL = MIB

/** A content that is in memory as a whole would take 100 MiB. */
export const MAX_GROWTH = 30 * MIB

export interface MeasuredWay {
  /** The memory of the service before the file, at least that of its start, and the most of it meanwhile, in bytes. */
  readonly start: number
  readonly peak: number
}

/** A service for which ways are measured one after the other. The first way has the first large file of the process. */
export class WayMeasurement {
  readonly #service: LargeFilesService
  readonly #memory: ProcessMemory
  readonly #small: UploadedFile
  /** What V8 returned to the system does not count as growth when V8 takes it again. */
  readonly #first: number
  #large: UploadedFile | undefined

  private constructor(service: LargeFilesService, memory: ProcessMemory, small: UploadedFile, first: number) {
    this.#service = service
    this.#memory = memory
    this.#small = small
    this.#first = first
  }

  static async open(store: StoreKind): Promise<WayMeasurement> {
    const service = await LargeFilesService.open(store)
    const memory = new ProcessMemory(service.pid)
    const small = await upload(service, SMALL)
    return new WayMeasurement(service, memory, small, await memory.restart())
  }

  /** Fails if other bytes arrive than were sent. */
  async measure(way: Way): Promise<MeasuredWay> {
    const pass = await way.open(this.#service)
    if (way.direction === 'out') this.#large ??= await upload(this.#service, LARGE)
    const { content, value } = this.#large ?? this.#small
    const passed = way.direction === 'in' ? new LargeContent(way.name, LARGE) : content
    await pass(this.#small.content, this.#small.value)
    const start = Math.max(this.#first, await this.#memory.restart())
    await pass(passed, value)
    return { start, peak: Math.max(start, await this.#memory.peak()) }
  }

  async close(): Promise<void> {
    await this.#service.destroy()
  }
}

interface UploadedFile {
  readonly content: LargeContent
  readonly value: JsonObject
}

async function upload(service: LargeFilesService, size: number): Promise<UploadedFile> {
  const content = new LargeContent(`${size} bytes`, size)
  return { content, value: await service.sendForData('/v1/files', { chunks: content.chunks() }) }
}

export function inMebibytes(bytes: number): string {
  return (bytes / MIB).toFixed(1)
}
