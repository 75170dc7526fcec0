import { AUTHORIZATION, createWorkflow } from '../millrace.ts'
import { median } from '../web/quantile.ts'
import type { DataSetting, Row } from './measure-data.ts'

const COUNT = 100_000

/** As many as a request can carry, and as a list node takes. */
const BODY = JSON.stringify({
  input: { items: Array.from({ length: COUNT }, (_, index) => ({ n: (index * 7_919) % 1_000 })) },
})

const STEPS: Readonly<Record<string, object | undefined>> = {
  nothing: undefined,
  filter: { conditions: [{ field: 'n', operator: 'less', value: 500 }] },
  sort: { by: [{ field: 'n', order: 'descending' }] },
  group: { by: ['n'], calculate: [{ operation: 'count' }, { operation: 'sum', field: 'n' }] },
}
const EXPECTED: Readonly<Record<string, number>> = {
  nothing: COUNT,
  filter: COUNT / 2,
  sort: COUNT,
  group: 1_000,
}

/** From the request with the items to the response with the result of the execution. */
export async function listRows({ millrace, bare, client, rounds }: DataSetting): Promise<readonly Row[]> {
  const series = []
  for (const name of Object.keys(STEPS)) {
    const id = await createWorkflow(millrace.url, workflowWith(name))
    series.push({ name, id, times: [] as number[], bareTimes: [] as number[] })
  }
  const headers = { 'content-type': 'application/json' }
  const time = async (url: string, name: string, more: Readonly<Record<string, string>>) => {
    const startedAt = performance.now()
    const ended = await client.data<{ output: { count: number } }>({
      method: 'POST',
      url,
      headers: { ...headers, ...more },
      body: BODY,
    })
    if (ended.output.count !== EXPECTED[name])
      throw new Error(`${name}: ${JSON.stringify(ended).slice(0, 1_000)}`)
    return performance.now() - startedAt
  }
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, id, times, bareTimes } of series) {
      const bareMs = await time(`${bare.url}/lists/${name}`, name, {})
      const ms = await time(`${millrace.url}/v1/workflows/${id}/execute`, name, {
        ...AUTHORIZATION,
        prefer: 'wait=60',
      })
      if (round === 0) continue
      times.push(ms)
      bareTimes.push(bareMs)
    }
  }
  return series.map(({ name, times, bareTimes }): Row => {
    const label = name === 'nothing' ? '100,000 items in and counted' : `… and \`${name}\``
    const ratio = median(bareTimes.map((ms, index) => ms / (times[index] ?? ms)))
    return [
      label,
      `${Math.round(median(times))} ms`,
      `${Math.round(median(bareTimes))} ms in plain JavaScript, ratio ${ratio.toFixed(2)}`,
    ]
  })
}

function workflowWith(name: string): object {
  const data = STEPS[name]
  const list =
    data === undefined ? [] : [{ id: 'list', type: name, data: { items: '{{ input.items }}', ...data } }]
  const counted = data === undefined ? 'input.items' : 'previous'
  const nodes = [
    { id: 'start', type: 'start' },
    ...list,
    { id: 'count', type: 'return', data: { value: { count: `{{ ${counted}.length }}` } } },
  ]
  return {
    name: `List: ${name}`,
    nodes,
    edges: nodes.slice(1).map(({ id }, index) => ({ source: nodes[index]?.id, target: id })),
  }
}
