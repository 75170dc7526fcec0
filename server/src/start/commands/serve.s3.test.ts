import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { S3Server } from '#test/support/s3/s3-server.ts'
import { newDataFolder } from '../testing/data-folder.ts'
import { ServiceProcess } from '../testing/program.ts'

const KEY = 'a-key-of-the-operator-1234567890'

describe('serve with files in a bucket', () => {
  it('A bucket that cannot be used stops files and nothing else, and the log says why', async (t) => {
    const data = await newDataFolder()
    t.after(() => data.destroy())
    const server = await S3Server.start()
    t.after(() => server.stop())
    const settings = { ...data.settings, ...server.settings, MILLRACE_API_KEY: KEY }
    const service = await ServiceProcess.start({ ...settings, MILLRACE_S3_SECRET_ACCESS_KEY: 'wrong' })
    t.after(() => service.end())
    const headers = { authorization: `Bearer ${KEY}` }
    const refused = await fetch(`${service.url}/v1/files`, { method: 'POST', headers, body: 'content' })
    assert.equal(refused.status, 503)
    assert.match(await refused.text(), /The file storage is not available\. Try again later\./)
    assert.equal((await fetch(`${service.url}/v1/workflows`, { headers })).status, 200)
    service.signal('SIGTERM')
    const { stdout, stderr } = await service.finished
    assert.match(stdout + stderr, /rejected the signature: the secret access key or the region is wrong/)
    assert.match(stdout + stderr, /the file storage cannot be used; check MILLRACE_FILES/)
    assert.doesNotMatch(stdout + stderr, /CANARY/)
  })
})
