// Millrace itself. It is loaded from the bundle that the set-up made, which takes a third of the time, as long as
// that was made from exactly the sources that are here; else from the sources.
import { enableCompileCache } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { findServerEntry } from './set-up/server-bundle.js'

enableCompileCache()
const root = dirname(dirname(fileURLToPath(import.meta.url)))
await import(pathToFileURL(findServerEntry(root, process.versions.node)).href)
