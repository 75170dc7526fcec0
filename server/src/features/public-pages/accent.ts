/** Backgrounds of the page, as in public-page.css. */
const LIGHT = '#ffffff'
const DARK = '#131d24'

const TEXT_CONTRAST = 4.5
const MARK_CONTRAST = 3
const STEPS = 20

export interface Accent {
  /** The colour that the owner chose. */
  readonly fill: string
  /** Text on the fill. */
  readonly onFill: string
  /** For what has to stand out from the page: as close to the fill as the contrast permits. */
  readonly markOnLight: string
  readonly markOnDark: string
}

/** Derives readable colours from the one that the owner chose. */
export function chooseAccent(fill: string): Accent {
  const onFill = contrast(fill, '#ffffff') >= TEXT_CONTRAST ? '#ffffff' : '#000000'
  return {
    fill,
    onFill,
    markOnLight: standOut(fill, LIGHT, '#000000'),
    markOnDark: standOut(fill, DARK, '#ffffff'),
  }
}

/** The style sheet of a page with this colour, which is always validated to be `#rrggbb`. */
export function accentStyle(color: string): string {
  const { fill, onFill, markOnLight, markOnDark } = chooseAccent(color)
  return (
    `:root{--accent:${fill};--on-accent:${onFill};--mark:${markOnLight}}` +
    `@media (prefers-color-scheme:dark){:root{--accent:${fill};--on-accent:${onFill};--mark:${markOnDark}}}`
  )
}

function standOut(color: string, background: string, towards: string): string {
  for (let step = 0; step < STEPS; step += 1) {
    const mixed = mix(color, towards, step / STEPS)
    if (contrast(mixed, background) >= MARK_CONTRAST) return mixed
  }
  return towards
}

function mix(from: string, to: string, share: number): string {
  const target = channels(to)
  const mixed = channels(from).map((value, index) => value + ((target[index] ?? 0) - value) * share)
  return `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}

/** Contrast of two colours as WCAG 2 defines it, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
}
