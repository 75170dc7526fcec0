/** More than one evaluation can pay for, so that none creates the same object twice. */
const maxEntries = 400

/** Objects of the host that are slow to create, such as formatters. All evaluations share them. */
export class HostCache<Entry> {
  private readonly entries = new Map<string, Entry>()

  /** The entry for a key. `create` can return undefined, which is not kept. */
  get<Created extends Entry | undefined>(key: string, create: () => Created): Entry | Created {
    const cached = this.entries.get(key)
    if (cached !== undefined) return cached
    const created = create()
    if (created === undefined) return created
    if (this.entries.size >= maxEntries) this.entries.clear()
    this.entries.set(key, created)
    return created
  }
}
