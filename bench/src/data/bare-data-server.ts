/** Does what the measured steps do in plain JavaScript, without a workflow, a database or any check. Files are synced to disk. */
import { createReadStream, createWriteStream } from 'node:fs'
import { open, readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { json } from 'node:stream/consumers'

interface Item {
  readonly n: number
}

const OPERATIONS: Readonly<Record<string, (items: Item[]) => unknown[]>> = {
  nothing: (items) => items,
  filter: (items) => items.filter(({ n }) => n < 500),
  sort: (items) => items.toSorted((a, b) => b.n - a.n),
  group: (items) =>
    Map.groupBy(items, ({ n }) => n)
      .entries()
      .map(([n, members]) => ({
        n,
        count: members.length,
        sum: members.reduce((sum, one) => sum + one.n, 0),
      }))
      .toArray(),
}

const folder = process.env['BENCH_FOLDER'] ?? ''
let files = 0

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, kind, name = ''] = (request.url ?? '').split('/')
  if (kind === 'lists') {
    const { input } = (await json(request)) as { input: { items: Item[] } }
    const result = OPERATIONS[name]?.(input.items) ?? []
    // As the service does when it stores the step.
    await writeFile(join(folder, 'result.json'), JSON.stringify(result), { flush: true })
    response.end(JSON.stringify({ data: { output: { count: result.length } } }))
  } else if (kind === 'files' && request.method === 'POST') {
    files += 1
    await pipeline(request, createWriteStream(join(folder, String(files)), { flush: true }))
    response.writeHead(201).end(JSON.stringify({ data: { id: String(files) } }))
  } else if (kind === 'files') {
    await pipeline(createReadStream(join(folder, name)), response)
  } else if (kind === 'tables') {
    response.end(JSON.stringify({ data: { output: { rows: await convert(name) } } }))
  } else {
    response.end()
  }
}

/** Lines to JSON. Knows no quotation marks. */
async function convert(name: string): Promise<number> {
  const [head = '', ...lines] = (await readFile(join(folder, name), 'utf8')).trimEnd().split('\n')
  const columns = head.split(',')
  const rows = lines.map((line) => {
    const cells = line.split(',')
    return Object.fromEntries(columns.map((column, index) => [column, cells[index]]))
  })
  const file = await open(join(folder, 'table.json'), 'w')
  try {
    await file.writeFile(JSON.stringify(rows))
    await file.sync()
  } finally {
    await file.close()
  }
  return rows.length
}
