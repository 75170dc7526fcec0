export interface Settings {
  name: string
  description: string
  folder: string
  tags: readonly string[]
}

/** What was typed and not saved. */
export interface Typed {
  readonly settings: Partial<Settings>
  /** A tag that Enter has not ended yet. It is saved like the others. */
  readonly tagText: string
}

/** What is still to be saved after a save: what was typed while it was under way. */
export function keepTyped(now: Typed, before: Typed, saved: Partial<Settings>): Typed {
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
  const settings: Partial<Settings> = Object.fromEntries(
    Object.entries(now.settings).filter(([key, value]) => {
      const name = key as keyof Settings
      return !isSame(value, before.settings[name]) && !isSame(value, saved[name])
    }),
  )
  // If other tags are still to be saved, they replace the saved ones: the text stays to be one of them.
  const isTextSaved = settings.tags === undefined && now.tagText === before.tagText
  return { settings, tagText: isTextSaved ? '' : now.tagText }
}
