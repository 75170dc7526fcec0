// Runs Millrace. If the bundle of the set-up matches the current sources exactly, it is loaded from the bundle, which takes
// a third of the time. Otherwise it is loaded from the sources.
import { enableCompileCache } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { findServerEntry } from './set-up/server-bundle.js'

enableCompileCache()
const root = dirname(dirname(fileURLToPath(import.meta.url)))
await import(pathToFileURL(findServerEntry(root, process.versions.node)).href)
