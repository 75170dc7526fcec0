// A service without protection: it does the work of one group on its main thread, and the suite must notice.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Group } from '../hostile-case.ts'
import { UNPROTECTED } from './unprotected.ts'

const attack = await UNPROTECTED[process.argv[2] as Group]()

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    if (request.url === '/attack') attack()
    response.end('Hello Ada')
  })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
