/**
 * A text that reports how much of it is read. The regular expression engine is linear for one search,
 * but a search for all matches may read to the end from each of them; only counting the reads bounds it.
 */
export class MeteredText extends String {
  private readonly content: string
  private readonly pay: (amount: number) => void

  constructor(content: string, pay: (amount: number) => void) {
    super(content)
    this.content = content
    this.pay = pay
  }

  override charCodeAt(index: number): number {
    this.pay(1)
    return this.content.charCodeAt(index)
  }

  override indexOf(part: string, from = 0): number {
    const found = this.content.indexOf(part, from)
    // Native search is fast: a character here costs far less than one read alone.
    this.pay(((found === -1 ? this.content.length : found) - from) / 16 + 1)
    return found
  }

  override substring(from: number, to?: number): string {
    return this.content.substring(from, to)
  }

  override toString(): string {
    return this.content
  }
}
