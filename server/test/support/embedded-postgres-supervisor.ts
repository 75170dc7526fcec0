// A process of its own between the tests and PostgreSQL. Its standard input is a pipe from the process that uses the
// server; the pipe closes when that process ends, however it ends, and then the server is stopped.
import { claimSite, removeLeftovers } from './embedded-postgres-leftovers.ts'
import { runServer } from './embedded-postgres-server.ts'

// Ctrl-C reaches this process as well; the tests may still need the server to finish.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
process.on('SIGHUP', () => undefined)
// The reader of this output may already have ended.
process.stdout.on('error', () => undefined)

const wanted = new Promise<void>((resolve) => {
  process.stdin
    .resume()
    .once('close', resolve)
    .once('error', () => resolve())
})

await removeLeftovers()
const server = await runServer()
const release = await claimSite(server.site.folder)
process.stdout.write(`${server.url}\n`)
await Promise.race([wanted, server.exited])
release()
await server.stop()
process.stdin.destroy()
