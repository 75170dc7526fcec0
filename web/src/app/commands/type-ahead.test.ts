import { afterEach, describe, expect, test, vi } from 'vitest'
import { TypeAhead } from './type-ahead.ts'

describe('what is typed before its field is there', () => {
  const typeAhead = new TypeAhead()
  const onPage = vi.fn()
  window.addEventListener('keydown', onPage)
  const press = (...keys: string[]) => {
    for (const key of keys) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  }
  afterEach(() => {
    typeAhead.take()
    onPage.mockClear()
  })

  test('is kept for the field, and does not reach the page', () => {
    typeAhead.begin(() => undefined)
    press('g', '🙂', 'Backspace', 'ä', ' ', 'Enter')
    // Asked for once more.
    typeAhead.begin(() => undefined)
    press('x')
    expect(typeAhead.take()).toBe('gä x')
    expect(onPage).not.toHaveBeenCalled()
  })

  test('goes to the page again once the field has taken it', () => {
    typeAhead.begin(() => undefined)
    press('a')
    typeAhead.take()
    press('b')
    expect(typeAhead.take()).toBe('')
    expect(onPage).toHaveBeenCalledTimes(1)
  })

  test('is forgotten after Escape, which closes the field', () => {
    const onEscape = vi.fn()
    typeAhead.begin(onEscape)
    press('a', 'Escape', 'b')
    expect(onEscape).toHaveBeenCalledTimes(1)
    expect(typeAhead.take()).toBe('')
    expect(onPage).toHaveBeenCalledTimes(1)
  })

  test('includes characters that are written with AltGr, and nothing that is being composed', () => {
    typeAhead.begin(() => undefined)
    const write = (init: KeyboardEventInit) =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }))
    write({ key: '@', ctrlKey: true, altKey: true, modifierAltGraph: true })
    write({ key: 'に', isComposing: true })
    expect(typeAhead.take()).toBe('@')
  })

  test('goes to the page again after a while, if the field does not appear', () => {
    vi.useFakeTimers()
    typeAhead.begin(() => undefined)
    vi.advanceTimersByTime(3_000)
    press('a')
    vi.useRealTimers()
    expect(onPage).toHaveBeenCalledTimes(1)
  })

  test('ends with a click, and leaves shortcuts and other keys to the page', () => {
    typeAhead.begin(() => undefined)
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true }))
    press('Tab', 'a')
    expect(onPage).toHaveBeenCalledTimes(2)
    document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
    press('b')
    expect(onPage).toHaveBeenCalledTimes(3)
    expect(typeAhead.take()).toBe('a')
  })
})
