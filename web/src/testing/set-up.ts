import { cleanup, configure } from '@testing-library/react'
import 'fake-indexeddb/auto'
import { afterEach } from 'vitest'

// Pages load on demand, which can take seconds on a busy machine.
configure({ asyncUtilTimeout: 15_000 })

// Browser APIs that the components use and jsdom lacks. Tests see the wide layout.
Object.assign(window, {
  ResizeObserver: class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  },
  matchMedia: (media: string) =>
    Object.assign(new EventTarget(), { media, matches: media.includes('min-width'), onchange: null }),
  scrollTo: () => {},
})
// Virtual lists render what fits into their height, which jsdom does not lay out.
Object.defineProperties(Element.prototype, {
  clientHeight: { configurable: true, value: 800 },
  clientWidth: { configurable: true, value: 1200 },
})
HTMLCanvasElement.prototype.getContext = () => null
Element.prototype.hasPointerCapture = () => false
Element.prototype.setPointerCapture = () => {}
Element.prototype.scrollIntoView = () => {}

document.documentElement.lang = 'en'

afterEach(() => {
  cleanup()
  localStorage.clear()
})
