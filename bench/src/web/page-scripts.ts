import type { Visitor } from './visitor.ts'

export interface PageScripts {
  readonly bytes: number
  readonly files: number
}

/** The compressed scripts that a browser with an empty cache loads until a page has nothing more to load. */
export async function measureScripts(
  visitor: Visitor,
  path: string,
  { isSignedIn = true } = {},
): Promise<PageScripts> {
  const profile = await visitor.openProfile({ isSignedIn })
  try {
    const page = await profile.newPage()
    const session = await profile.newCDPSession(page)
    const scripts = new Set<string>()
    const sizes: number[] = []
    session.on('Network.responseReceived', ({ requestId, type }) => {
      if (type === 'Script') scripts.add(requestId)
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) sizes.push(encodedDataLength)
    })
    await session.send('Network.enable')
    await page.goto(path, { waitUntil: 'networkidle' })
    if (sizes.length === 0) throw new Error(`${path} loaded no scripts.`)
    return { bytes: sizes.reduce((sum, size) => sum + size, 0), files: sizes.length }
  } finally {
    await profile.close()
  }
}
