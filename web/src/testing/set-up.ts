import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// Pages are loaded on demand; on a busy machine the first one takes its time.
configure({ asyncUtilTimeout: 15_000 })

// What the components ask of a browser and jsdom does not have. Tests see the wide layout.
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
HTMLCanvasElement.prototype.getContext = () => null
Element.prototype.hasPointerCapture = () => false
Element.prototype.scrollIntoView = () => {}

document.documentElement.lang = 'en'

afterEach(() => {
  cleanup()
  localStorage.clear()
})
