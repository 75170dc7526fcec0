import * as t from '../../texts/settings/sessions.ts'

/** The first that matches wins: browsers also name those that they want to be compatible with. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

export interface DescribedBrowser {
  readonly name: string
  readonly isPhone: boolean
}

/** "Firefox on Linux": enough for a person to recognise a session of their own. */
export function describeUserAgent(userAgent: string): DescribedBrowser {
  const browser = find(BROWSERS, userAgent)
  const system = find(SYSTEMS, userAgent)
  const known =
    browser !== undefined && system !== undefined ? t.browserOn(browser, system) : (browser ?? system)
  return {
    name: known ?? t.unknownBrowser,
    isPhone: system === 'iPhone' || (system === 'Android' && /\bMobile\b/.test(userAgent)),
  }
}

function find(table: readonly (readonly [RegExp, string])[], text: string): string | undefined {
  return table.find(([pattern]) => pattern.test(text))?.[1]
}
