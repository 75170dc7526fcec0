#!/usr/bin/env node
// `exec` on Windows, whose shell has no such command. Other shells have it built in: it replaces the shell that npm started,
// so that a signal reaches the service instead of a shell that ends and leaves the service behind.
import { spawn } from 'node:child_process'

// The first argument is `node`, and this runs on the same one.
const child = spawn(process.execPath, process.argv.slice(3), { stdio: 'inherit' })
child.on('exit', (code) => {
  process.exitCode = code ?? 1
})
