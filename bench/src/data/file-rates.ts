import { randomBytes } from 'node:crypto'
import { AUTHORIZATION } from '../millrace.ts'
import { median } from '../web/quantile.ts'
import type { Call } from './data-client.ts'
import type { DataSetting, Row } from './measure-data.ts'

const SIZES = [
  { name: '1 kB', bytes: 1_000, count: 400 },
  { name: '1 MB', bytes: 1_000_000, count: 40 },
] as const

/** Files per second, sixteen at a time, compared with a bare handler that writes each to disk and syncs it. */
export async function fileRows({ millrace, bare, client, rounds }: DataSetting): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const { name, bytes, count } of SIZES) {
    const upload = { rates: [] as number[], bareRates: [] as number[] }
    const download = { rates: [] as number[], bareRates: [] as number[] }
    const measure = async (rates: typeof upload, isCounted: boolean, calls: Calls) => {
      const bareRate = await client.rate(calls.bare, calls.onBare)
      const rate = await client.rate(calls.millrace, calls.onMillrace)
      if (!isCounted) return
      rates.rates.push(rate)
      rates.bareRates.push(bareRate)
    }
    for (let round = 0; round <= rounds; round += 1) {
      // Equal contents are stored once: each file is different.
      const contents = Array.from({ length: count }, () => randomBytes(bytes))
      const [ids, bareIds]: [string[], string[]] = [[], []]
      await measure(upload, round > 0, {
        bare: contents.map((body) => ({ method: 'POST', url: `${bare.url}/files`, body })),
        millrace: contents.map((body) => ({
          method: 'POST',
          url: `${millrace.url}/v1/files?name=sample.bin`,
          headers: { ...AUTHORIZATION, 'content-type': 'application/octet-stream' },
          body,
        })),
        onBare: (answer) => bareIds.push(idOf(answer)),
        onMillrace: (answer) => ids.push(idOf(answer)),
      })
      const check = (answer: Buffer) => {
        if (answer.length !== bytes)
          throw new Error(`A file of ${bytes} bytes came back with ${answer.length}.`)
      }
      await measure(download, round > 0, {
        bare: bareIds.map((id) => ({ method: 'GET', url: `${bare.url}/files/${id}` })),
        millrace: ids.map((id) => ({
          method: 'GET',
          url: `${millrace.url}/v1/files/${id}/content`,
          headers: AUTHORIZATION,
        })),
        onBare: check,
        onMillrace: check,
      })
    }
    rows.push(rowOf(`uploads of ${name}`, upload), rowOf(`downloads of ${name}`, download))
  }
  return rows
}

interface Calls {
  readonly bare: readonly Call[]
  readonly millrace: readonly Call[]
  readonly onBare: (answer: Buffer) => void
  readonly onMillrace: (answer: Buffer) => void
}

function rowOf(label: string, { rates, bareRates }: { rates: number[]; bareRates: number[] }): Row {
  const ratio = median(rates.map((rate, index) => rate / (bareRates[index] ?? rate)))
  return [
    label,
    `${Math.round(median(rates))}/s`,
    `${Math.round(median(bareRates))}/s by a bare handler, ratio ${ratio.toFixed(2)}`,
  ]
}

function idOf(answer: Buffer): string {
  return (JSON.parse(String(answer)) as { data: { id: string } }).data.id
}
