/** The files of the app that a browser has in its cache, or that it is loading. */
const fetched = new Map<string, Promise<void>>()

/**
 * Stands in for the preload helper of Vite: loads a part of the app after all of its files were fetched. A browser
 * remembers that an import failed, and from then on fails it without a request; so an import must not begin before its
 * files have arrived.
 */
export async function importWhenFetched<Loaded>(
  load: () => Promise<Loaded>,
  files: readonly string[] = [],
): Promise<Loaded> {
  await Promise.all(files.map((file) => fetchOnce(`/${file}`)))
  return load()
}

function fetchOnce(address: string): Promise<void> {
  const known = fetched.get(address)
  if (known !== undefined) return known
  const fetching = address.endsWith('.css') ? applyStyles(address) : fetchScript(address)
  fetched.set(address, fetching)
  fetching.catch(() => fetched.delete(address))
  return fetching
}

/** A file that the server does not have is left to the import, whose error says so. */
async function fetchScript(address: string): Promise<void> {
  if (isInDocument(address)) return
  const response = await fetch(address)
  // A browser caches what was read to its end.
  await response.arrayBuffer()
}

function applyStyles(address: string): Promise<void> {
  if (isInDocument(address)) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.crossOrigin = ''
    link.href = address
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new TypeError(`Failed to fetch ${address}`))
    })
    document.head.append(link)
  })
}

function isInDocument(address: string): boolean {
  return document.head.querySelector(`link[href="${address}"], script[src="${address}"]`) !== null
}
