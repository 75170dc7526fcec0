#!/usr/bin/env node
// Plain JavaScript: to read TypeScript here, before compiled code can be found, would load the whole type stripper.
import { enableCompileCache } from 'node:module'

// Compiled code is kept between starts; the import below is late so that it profits.
enableCompileCache()
const { runCommandLine } = await import('#start/index.ts')
process.exitCode = await runCommandLine(process.argv.slice(2))
