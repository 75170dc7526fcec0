import { afterPaint } from '../../components/after-paint.ts'

/** How a text changed. Changes of the same group are one undo step of the field. */
export interface TextChange {
  readonly kind: 'edit' | 'undo' | 'redo'
  readonly group: string
}

type Report = (text: string, change: TextChange) => void

/**
 * Reports what was typed once it is visible: the rest of the page follows the key, and never delays it. Several keys within one
 * animation frame are reported together, unless they belong to different undo steps.
 */
export class TypedText {
  readonly #report: Report
  #waiting: { readonly text: string; readonly change: TextChange } | undefined
  #cancel: () => void = () => undefined

  constructor(report: Report) {
    this.#report = report
  }

  get isWaiting(): boolean {
    return this.#waiting !== undefined
  }

  add(text: string, change: TextChange): void {
    const before = this.#waiting?.change
    if (before !== undefined && (before.group !== change.group || before.kind !== change.kind)) this.flush()
    if (this.#waiting === undefined) this.#cancel = afterPaint(() => this.flush())
    this.#waiting = { text, change }
  }

  /** Reports now: for whoever acts on the text before the next paint. */
  flush(): void {
    const waiting = this.#waiting
    if (waiting === undefined) return
    this.#waiting = undefined
    this.#cancel()
    this.#report(waiting.text, waiting.change)
  }
}
