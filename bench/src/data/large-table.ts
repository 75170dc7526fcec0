import { AUTHORIZATION, createWorkflow } from '../millrace.ts'
import { median } from '../web/quantile.ts'
import type { DataSetting, Row } from './measure-data.ts'

const LINE = '2026-01-31,ORDER-123456,Jane Doe,12.50,some text about it\n'
const ROWS = Math.ceil(50_000_000 / LINE.length)
const MEGABYTES = 50

/** Each reads the whole file; what it returns, a step can return. */
const STEPS = {
  'all rows to a file': { to: 'file' },
  'two columns to a file, converted': { to: 'file', columns: ['id', 'total'], convert_types: true },
  'the last ten rows': { skip: ROWS - 10 },
} as const

/** A CSV file of 50 MB, uploaded and read by steps of workflows. */
export async function tableRows({ millrace, bare, client, rounds }: DataSetting): Promise<readonly Row[]> {
  const content = Buffer.from(`date,id,name,total,note\n${LINE.repeat(ROWS)}`)
  const headers = { ...AUTHORIZATION, 'content-type': 'text/csv' }
  const { id: bareFile } = await client.data<{ id: string }>({
    method: 'POST',
    url: `${bare.url}/files`,
    body: content,
  })
  const series = []
  for (const [name, parameters] of Object.entries(STEPS))
    series.push({
      name,
      id: await createWorkflow(millrace.url, workflowWith(parameters)),
      times: [] as number[],
    })
  const [uploads, bareTimes] = [[] as number[], [] as number[]]
  for (let round = 0; round <= rounds; round += 1) {
    // Nobody has this content yet: the first line differs.
    content.write(String(1_000 + round), content.indexOf('\n') + 1)
    const [file, uploadMs] = await timed(() =>
      client.data<{ id: string }>({
        method: 'POST',
        url: `${millrace.url}/v1/files?name=orders.csv`,
        headers,
        body: content,
      }),
    )
    const [{ output }, bareMs] = await timed(() =>
      client.data<{ output: { rows: number } }>({ method: 'POST', url: `${bare.url}/tables/${bareFile}` }),
    )
    if (output.rows !== ROWS) throw new Error(`Plain JavaScript found ${output.rows} rows.`)
    if (round > 0) {
      uploads.push(uploadMs)
      bareTimes.push(bareMs)
    }
    for (const { id, times } of series) {
      const [{ status, error }, ms] = await timed(() =>
        client.data<{ status: string; error?: unknown }>({
          method: 'POST',
          url: `${millrace.url}/v1/workflows/${id}/execute`,
          headers: { ...AUTHORIZATION, 'content-type': 'application/json', prefer: 'wait=60' },
          body: JSON.stringify({ input: { file: { $file: file.id } } }),
        }),
      )
      if (status !== 'completed') throw new Error(`The execution is ${status}: ${JSON.stringify(error)}`)
      if (round > 0) times.push(ms)
    }
  }
  const rate = (times: readonly number[]) => `${(MEGABYTES / (median(times) / 1000)).toFixed(1)} MB/s`
  return [
    ['CSV of 50 MB: upload', `${Math.round(median(uploads))} ms`, rate(uploads)],
    ...series.map(({ name, times }): Row => {
      const ratio = median(bareTimes.map((ms, index) => ms / (times[index] ?? ms)))
      return [
        `… ${name}`,
        `${Math.round(median(times))} ms`,
        `${rate(times)}, ${ratio.toFixed(2)} of all rows in plain JavaScript`,
      ]
    }),
    ['… all rows in plain JavaScript', `${Math.round(median(bareTimes))} ms`, rate(bareTimes)],
  ]
}

function workflowWith(parameters: object): object {
  return {
    name: 'Table',
    nodes: [
      { id: 'start', type: 'start' },
      { id: 'read', type: 'csv', data: { text: '{{ input.file }}', ...parameters } },
    ],
    edges: [{ source: 'start', target: 'read' }],
  }
}

async function timed<T>(work: () => Promise<T>): Promise<readonly [T, number]> {
  const startedAt = performance.now()
  const result = await work()
  return [result, performance.now() - startedAt]
}
