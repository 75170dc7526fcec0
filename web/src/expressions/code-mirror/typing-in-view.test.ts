import { StateEffect, Transaction, type TransactionSpec } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { typingInView } from './typing-in-view.ts'

type Report = (entries: object[]) => void

/** The browser, as far as it reports how much of an element is in view. */
class Browser {
  /** CodeMirror asks as well. */
  readonly #asked = new Map<Report, Set<Element>>()

  constructor() {
    const asked = this.#asked
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        readonly #report: Report
        constructor(report: Report) {
          this.#report = report
          asked.set(report, new Set())
        }
        observe(target: Element) {
          asked.get(this.#report)?.add(target)
        }
        disconnect() {
          asked.delete(this.#report)
        }
      },
    )
  }

  get isAsked(): boolean {
    return this.#asked.size > 0
  }

  show(target: Element, intersectionRatio: number): void {
    for (const [report, targets] of this.#asked)
      if (targets.has(target)) report([{ target, intersectionRatio }])
  }
}

const mark = StateEffect.define<string>()

describe('typing in a text that is in view', () => {
  let view: EditorView
  afterEach(() => view.destroy())

  function open(): Browser {
    const browser = new Browser()
    view = new EditorView({ doc: 'ab', extensions: typingInView(), parent: document.body })
    return browser
  }
  const typed: TransactionSpec = {
    changes: { from: 1, insert: '(' },
    selection: { anchor: 2 },
    effects: mark.of('closes'),
    userEvent: 'input.type',
    scrollIntoView: true,
  }
  const scrolls = (spec: TransactionSpec) => view.state.update(spec).scrollIntoView

  it('does not scroll, and changes nothing else', () => {
    const browser = open()
    browser.show(view.dom, 1)
    browser.show(view.contentDOM, 0.99)
    const transaction = view.state.update(typed)
    expect(transaction.scrollIntoView).toBe(false)
    expect(transaction.newDoc.toString()).toBe('a(b')
    expect(transaction.newSelection.main.head).toBe(2)
    expect(transaction.effects.map(({ value }) => value as unknown)).toEqual(['closes'])
    expect(transaction.annotation(Transaction.userEvent)).toBe('input.type')
  })

  it('scrolls if the end of the editor or of its text is out of view, or if that is not known yet', () => {
    const browser = open()
    expect(scrolls(typed)).toBe(true)
    browser.show(view.dom, 1)
    expect(scrolls(typed)).toBe(true)
    browser.show(view.contentDOM, 1)
    expect(scrolls(typed)).toBe(false)
    browser.show(view.contentDOM, 0.9)
    expect(scrolls(typed)).toBe(true)
    browser.show(view.contentDOM, 1)
    browser.show(view.dom, 0.5)
    expect(scrolls(typed)).toBe(true)
  })

  it('scrolls to whatever else moves the cursor', () => {
    const browser = open()
    browser.show(view.dom, 1)
    browser.show(view.contentDOM, 1)
    expect(scrolls({ selection: { anchor: 0 }, userEvent: 'select', scrollIntoView: true })).toBe(true)
    expect(scrolls({ ...typed, userEvent: 'input.paste' })).toBe(true)
  })

  it('stops asking the browser at the end of the field', () => {
    const browser = open()
    expect(browser.isAsked).toBe(true)
    view.destroy()
    expect(browser.isAsked).toBe(false)
  })
})
