/**
 * A text that charges for every read. The regular expression engine is linear for one search, but a search
 * for all matches can read to the end from each match. Only counting the reads bounds that.
 */
export class MeteredText extends String {
  private readonly content: string
  private readonly charge: (amount: number) => void

  constructor(content: string, charge: (amount: number) => void) {
    super(content)
    this.content = content
    this.charge = charge
  }

  override charCodeAt(index: number): number {
    this.charge(1)
    return this.content.charCodeAt(index)
  }

  override indexOf(part: string, from = 0): number {
    const found = this.content.indexOf(part, from)
    // Native search is fast: a character costs far less here than a single read.
    this.charge(((found === -1 ? this.content.length : found) - from) / 16 + 1)
    return found
  }

  override substring(from: number, to?: number): string {
    return this.content.substring(from, to)
  }

  override toString(): string {
    return this.content
  }
}
