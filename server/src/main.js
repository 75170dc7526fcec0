#!/usr/bin/env node
// Plain JavaScript: TypeScript here, before the compile cache is enabled, would load the type stripper on every start.
import { enableCompileCache } from 'node:module'

// Stores compiled code between starts. The import below is dynamic so that it uses the cache.
enableCompileCache()
const { runCommandLine } = await import('#start/index.ts')
process.exitCode = await runCommandLine(process.argv.slice(2))
