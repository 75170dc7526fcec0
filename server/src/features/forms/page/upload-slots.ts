/** Uploads of one network at the same time, and of all together. Each may have the largest size that the service allows. */
const MAX_PER_NETWORK = 4
const MAX_UPLOADS = 40

/** How many pages may send files concurrently, so that strangers cannot fill a disk before the space of an account is counted. */
export class UploadSlots {
  readonly #byNetwork = new Map<string, number>()
  #count = 0

  /** False when all slots are taken. Otherwise `release` has to follow. */
  take(network: string): boolean {
    const taken = this.#byNetwork.get(network) ?? 0
    if (taken >= MAX_PER_NETWORK || this.#count >= MAX_UPLOADS) return false
    this.#byNetwork.set(network, taken + 1)
    this.#count += 1
    return true
  }

  release(network: string): void {
    const taken = this.#byNetwork.get(network) ?? 0
    if (taken > 1) this.#byNetwork.set(network, taken - 1)
    else this.#byNetwork.delete(network)
    this.#count -= 1
  }
}
