import { timeUntilShown } from './time-until-shown.ts'
import type { Visitor } from './visitor.ts'

export interface ScriptedPage {
  readonly path: string
  readonly isShown: () => boolean
  readonly isSignedIn?: boolean
}

interface PageScripts {
  /** Loaded until the page shows what it is for. */
  readonly neededBytes: number
  /** Loaded afterwards, for what may come next. */
  readonly laterBytes: number
}

/** The compressed scripts that a browser with an empty cache loads. */
export async function measureScripts(
  visitor: Visitor,
  { path, isShown, isSignedIn = true }: ScriptedPage,
): Promise<PageScripts> {
  const profile = await visitor.openProfile({ isSignedIn })
  try {
    const page = await profile.newPage()
    const session = await profile.newCDPSession(page)
    const scripts = new Set<string>()
    let bytes = 0
    session.on('Network.responseReceived', ({ requestId, type }) => {
      if (type === 'Script') scripts.add(requestId)
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) bytes += encodedDataLength
    })
    await session.send('Network.enable')
    await timeUntilShown(page, path, isShown)
    const neededBytes = bytes
    if (neededBytes === 0) throw new Error(`${path} loaded no scripts.`)
    await page.waitForLoadState('networkidle')
    return { neededBytes, laterBytes: bytes - neededBytes }
  } finally {
    await profile.close()
  }
}
