import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'node:test'
import { FolderFileStore, systemClock } from '#adapters/index.ts'
import { openS3FileStore } from '#start/wiring/open-s3-file-store.ts'
import { S3Server } from '#test/support/s3/s3-server.ts'
import { postgres } from '../store-fixture.ts'
import { testFileStore } from './file-store.ts'

describe('the file store in a folder', () => {
  testFileStore(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'millrace-files-'))
    return {
      open: async () => new FolderFileStore(join(folder, 'files')),
      destroy: () => rm(folder, { recursive: true }),
    }
  })
})

describe('the file store in PostgreSQL', () => {
  testFileStore(async () => {
    const fixture = await postgres.newFixture()
    return {
      async open() {
        const store = await fixture.open()
        return { ...store.fileStore, close: () => store.close() }
      },
      destroy: () => fixture.destroy(),
    }
  })
})

describe('the file store in an S3 bucket', () => {
  testFileStore(async () => {
    const server = await S3Server.start()
    return {
      open: async () => openS3FileStore(server.location('files/'), systemClock),
      destroy: () => server.stop(),
    }
  })
})
