import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { newDataFolder } from '../testing/data-folder.ts'
import { ServiceProcess } from '../testing/program.ts'

const KEY = 'a-key-of-the-operator-1234567890'
const MIB = 1024 * 1024
/** A content that is in memory as a whole would take 100 MiB. */
const MAX_GROWTH = 30 * MIB

describe('large files', () => {
  it('A file of 100 MiB is uploaded and downloaded in little memory', async (t) => {
    const data = await newDataFolder()
    t.after(() => data.destroy())
    const service = await ServiceProcess.startWithFlags({ ...data.settings, MILLRACE_API_KEY: KEY })
    t.after(() => service.end())
    await roundTrip(service, 10)
    const before = await residentBytes(service)
    let most = 0
    await roundTrip(service, 100, async () => {
      most = Math.max(most, await residentBytes(service))
    })
    const growth = most - before
    assert.ok(growth < MAX_GROWTH, `the memory of the service grew by ${Math.round(growth / MIB)} MiB`)
  })

  it('An upload that a crash interrupts leaves nothing behind', async (t) => {
    const data = await newDataFolder()
    t.after(() => data.destroy())
    const { folder } = data
    const settings = { ...data.settings, MILLRACE_API_KEY: KEY }
    const service = await ServiceProcess.start(settings)
    t.after(() => service.end())
    const { hostname, port } = new URL(service.url)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    socket.write(
      `POST /v1/files HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${KEY}\r\nContent-Length: ${50 * MIB}\r\n\r\n`,
    )
    // More than the buffers of both ends hold: the service has written a part of it.
    await new Promise((resolve) => socket.write(Buffer.alloc(20 * MIB), resolve))
    assert.equal((await contentsIn(folder)).length, 1)
    service.signal('SIGKILL')
    await service.finished
    if (!socket.destroyed) await once(socket, 'close')
    const next = await ServiceProcess.start(settings)
    t.after(() => next.end())
    next.signal('SIGTERM')
    await next.finished
    assert.deepEqual(await contentsIn(folder), [])
  })
})

async function contentsIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  )
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

async function residentBytes({ url }: ServiceProcess): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1] ?? Number.NaN)
}

/** Uploads and downloads a file of so many MiB; `sample` is called with each of them. */
async function roundTrip(
  { url }: ServiceProcess,
  mebibytes: number,
  sample: () => Promise<void> = async () => undefined,
): Promise<void> {
  const authorization = `Bearer ${KEY}`
  const sent = createHash('sha256')
  let count = 0
  const body = new ReadableStream({
    async pull(controller) {
      if (count === mebibytes) {
        controller.close()
        return
      }
      count += 1
      const chunk = Buffer.alloc(MIB, `${count} of ${mebibytes} `)
      sent.update(chunk)
      await sample()
      controller.enqueue(chunk)
    },
  })
  const uploaded = await fetch(`${url}/v1/files?name=large.bin`, {
    method: 'POST',
    headers: { authorization },
    body,
    duplex: 'half',
  })
  assert.equal(uploaded.status, 201)
  const { data } = (await uploaded.json()) as { data: { id: string; sha256: string; size: number } }
  assert.deepEqual([data.size, data.sha256], [mebibytes * MIB, sent.digest('hex')])
  const downloaded = await fetch(`${url}/v1/files/${data.id}/content`, { headers: { authorization } })
  const received = createHash('sha256')
  let bytes = 0
  for await (const chunk of downloaded.body ?? assert.fail()) {
    received.update(chunk)
    if (Math.floor(bytes / MIB) !== Math.floor((bytes + chunk.length) / MIB)) await sample()
    bytes += chunk.length
  }
  assert.equal(received.digest('hex'), data.sha256)
}
