import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'node:test'
import { FolderFileStore } from '#adapters/index.ts'
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
