import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { JsonObject } from '#domain/index.ts'
import type { FilesSnapshot } from '../crash/checks/history.ts'
import { cleanUp } from '../crash/service/clean-up.ts'
import { STORE_AND_FILE_KINDS } from '../crash/service/crash-store.ts'
import { FORM_TYPE, inForm } from './form-body.ts'
import { LargeContent, MIB } from './large-content.ts'
import { LargeFilesService, TIMEOUT_MS } from './large-files-service.ts'

/** More than all buffers on the way hold, so that a part of it is stored. */
const SIZE = 40 * MIB
const HALF = SIZE / 2
const POLL_INTERVAL_MS = 20
/** What is left when there are no files: the accounts that had some are still known. */
const NOTHING = {
  references: [],
  files: [],
  contentIds: [],
  removals: [],
  stored: [],
  usage: { files: 0, bytes: 0 },
}

for (const store of STORE_AND_FILE_KINDS) {
  describe(`A service on ${store} that is killed while a file passes through it`, () => {
    let service: LargeFilesService
    beforeEach(async () => {
      service = await LargeFilesService.open(store)
    })
    afterEach(() => service.destroy())

    /** Sends half of a body, kills the service when it has stored a part of it, and starts the next one. */
    async function killInTheMiddle(path: string, chunks: Iterable<Buffer>, type?: string): Promise<void> {
      const sent = service.begin(path, type)
      sent.on('error', () => undefined)
      let bytes = 0
      for (const chunk of chunks) {
        await new Promise((resolve) => void sent.write(chunk, resolve))
        bytes += chunk.length
        if (bytes >= HALF) break
      }
      await untilStored()
      await service.kill()
      sent.destroy()
    }

    async function killDownload(fileId: string): Promise<void> {
      for await (const _ of await service.download(fileId)) break
      await service.kill()
    }

    /** Contents can be read while the service runs. */
    async function untilStored(): Promise<void> {
      while ((await service.store.readContents()).length === 0) await pause(POLL_INTERVAL_MS)
    }

    /** What is left after a restart, a stop and, for what others could still be writing, a cleanup some hours later. */
    async function leftovers(): Promise<FilesSnapshot> {
      await service.stop()
      assert.deepEqual(service.problems, [])
      if (store === 'postgres') await cleanUp(service.settings, 0)
      assert.deepEqual(service.temporaryFiles(), [])
      return service.store.readFiles()
    }

    it(`An upload, a form and an inbound webhook that are killed in the middle leave nothing behind on ${store}`, async () => {
      const content = new LargeContent('killed', SIZE)
      const fields = [{ name: 'scan', type: 'file' }]
      const form = (await service.call('POST', '/v1/forms', { name: 'Scans', fields }))['id'] as string
      const webhook = await service.createWorkflow([{ id: 'webhook', type: 'webhook' }])
      await killInTheMiddle('/v1/files', content.chunks())
      await service.start()
      await killInTheMiddle(`/f/${form}`, inForm('scan', content.chunks()), FORM_TYPE)
      await service.start()
      await killInTheMiddle(webhook.path, content.chunks())
      await service.start()
      const { holders, ...left } = await leftovers()
      assert.deepEqual(left, NOTHING)
      assert.deepEqual(holders, [], 'no submission and no execution')
    })

    it(`A run that is killed while it downloads a file does so again, a killed download of that changes nothing, and nothing else is left on ${store}`, async () => {
      const { peer } = service
      const { id } = await service.createWorkflow([
        { id: 'get', type: 'http', data: { url: peer.url, response: 'file' }, timeout_ms: TIMEOUT_MS },
      ])
      const content = new LargeContent('downloaded', SIZE)
      peer.offered = content
      peer.stopAt = HALF
      const run = await service.execute(id, {})
      await untilStored()
      await service.kill()
      peer.resume()
      await service.start()
      const { output } = await service.ended(run)
      await killDownload(((output as JsonObject)['body'] as JsonObject)['$file'] as string)
      await service.start()
      const { files, contentIds, stored, removals, holders } = await leftovers()
      assert.deepEqual(
        files.map(({ sha256 }) => sha256),
        [content.sha256],
      )
      assert.deepEqual(stored, [{ key: contentIds[0], size: SIZE, sha256: content.sha256 }])
      assert.deepEqual(removals, [])
      assert.deepEqual(holders, [{ id: run, fileIds: [files[0]?.id] }])
    })
  })
}
