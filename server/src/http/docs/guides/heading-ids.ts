/** The ids of headings, formed as code-hosting sites do, so that a link with a fragment works there and in `/docs`. */
export class HeadingIds {
  readonly #used = new Map<string, number>()

  next(heading: string): string {
    const id = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-')
    const count = this.#used.get(id) ?? 0
    this.#used.set(id, count + 1)
    return count === 0 ? id : `${id}-${count}`
  }
}
