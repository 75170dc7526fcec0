import { availableParallelism, loadavg } from 'node:os'
import { AUTHORIZATION, createWorkflow, startMillrace, untilAllEnded, withDataFolder } from '../millrace.ts'
import type { StartedProcess } from '../started-process.ts'
import { measureOpening, type Opening } from './opening.ts'
import { measureScripts, type ScriptedPage } from './page-scripts.ts'
import { measurePanning } from './panning.ts'
import { median } from './quantile.ts'
import {
  areNodesShown,
  isDataShown,
  isFormShown,
  isRunShown,
  isTimelineShown,
  isTitleShown,
} from './time-until-shown.ts'
import { measureBareTyping, measureTyping, type TypingField, type TypingFigures } from './typing.ts'
import { Visitor } from './visitor.ts'
import { largeWorkflow, loopWorkflow, manyRows, multiplyingWorkflow } from './web-workflows.ts'

/** A line of the output: what was measured, the figure, and the target. */
type Row = readonly [label: string, figure: string, target?: string]

const LOOP_ITEMS = 4_998
const RECENT_RUNS = 20
const TYPING_VISITS = 3

type Measure = (visitor: Visitor, samples: Samples, rounds: number) => Promise<readonly Row[]>

const PARTS: Readonly<Record<string, Measure>> = {
  scripts: scriptRows,
  opening: openingRows,
  panning: panningRows,
  typing: typingRows,
}

interface WebOptions {
  readonly rounds: number
  readonly part?: string | undefined
  readonly databaseUrl?: string | undefined
}

/** Measures what the web app costs and how fast it feels, in a real browser on a real server: everything, or one part. */
export async function measureWeb({ rounds, part, databaseUrl }: WebOptions): Promise<readonly Row[]> {
  if (part !== undefined && !(part in PARTS)) {
    throw new Error(`There is no part "${part}" of the web: ${Object.keys(PARTS).join(', ')}.`)
  }
  return withDataFolder(async (data) => {
    const server = await startMillrace(data, databaseUrl)
    try {
      const visitor = await Visitor.arrive(server)
      try {
        const samples = await createSamples(server)
        const rows: Row[] = []
        for (const [name, measure] of Object.entries(PARTS)) {
          if (part === undefined || part === name) rows.push(...(await measure(visitor, samples, rounds)))
        }
        return [
          ...rows,
          ['load of the machine', `${loadavg()[0]?.toFixed(1)}`, `${availableParallelism()} processors`],
        ]
      } finally {
        await visitor.close()
      }
    } finally {
      await server.stop()
    }
  })
}

interface Samples {
  readonly server: StartedProcess
  readonly medium: string
  readonly large: string
  readonly longRun: string
  readonly dataRun: string
}

async function createSamples(server: StartedProcess): Promise<Samples> {
  const { url } = server
  const medium = await createWorkflow(url, largeWorkflow(500))
  for (let run = 0; run < RECENT_RUNS; run += 1) {
    await execute(url, medium, { amount: run + 1, customer: `Customer ${run}` })
  }
  const large = await createWorkflow(url, largeWorkflow(2_000))
  const loop = await createWorkflow(url, loopWorkflow)
  const longRun = await execute(url, loop, { items: Array.from({ length: LOOP_ITEMS }, (_, index) => index) })
  const multiplying = await createWorkflow(url, multiplyingWorkflow)
  const dataRun = await execute(url, multiplying, manyRows())
  for (const workflow of [medium, loop, multiplying]) await untilAllEnded(url, workflow)
  return { server, medium, large, longRun, dataRun }
}

async function execute(url: string, workflow: string, input: object): Promise<string> {
  const response = await fetch(`${url}/v1/workflows/${workflow}/execute`, {
    method: 'POST',
    headers: { ...AUTHORIZATION, 'content-type': 'application/json' },
    body: JSON.stringify({ input }),
  })
  if (!response.ok) throw new Error(`The execution was not accepted: ${await response.text()}`)
  const { data } = (await response.json()) as { data: { execution_id: string } }
  return data.execution_id
}

async function scriptRows(visitor: Visitor, { medium, longRun }: Samples): Promise<readonly Row[]> {
  const pages: (ScriptedPage & { name: string; budget?: number })[] = [
    { name: 'sign-in', path: '/sign-in', isSignedIn: false, isShown: isFormShown },
    { name: 'workflows', path: '/workflows', isShown: isTitleShown },
    { name: 'executions', path: '/executions', isShown: isTitleShown },
    { name: 'run', path: `/executions/${longRun}`, isShown: isTimelineShown },
    { name: 'connections', path: '/connections', isShown: isTitleShown },
    { name: 'forms', path: '/forms', isShown: isTitleShown },
    { name: 'webhooks', path: '/webhooks', isShown: isTitleShown },
    { name: 'settings', path: '/settings/api-keys', isShown: isTitleShown },
    { name: 'editor', path: `/workflows/${medium}`, isShown: areNodesShown, budget: 500 },
  ]
  const rows: Row[] = []
  for (const { name, budget = 200, ...page } of pages) {
    const { neededBytes, laterBytes } = await measureScripts(visitor, page)
    const later = laterBytes === 0 ? '' : `, ${kilobytes(laterBytes)} later`
    rows.push([`scripts of ${name}`, kilobytes(neededBytes), `target ≤ ${budget} KB${later}`])
  }
  return rows
}

async function openingRows(visitor: Visitor, samples: Samples, rounds: number): Promise<readonly Row[]> {
  const openings: (Opening & { name: string; target: string })[] = [
    { name: 'API keys', path: '/settings/api-keys', isShown: isTitleShown, target: 'the least of a page' },
    { name: '500 nodes as overview', ...graph(samples.medium), target: 'target ≤ 1000 ms' },
    { name: '500 nodes as cards', ...graph(samples.medium, 1), target: 'target ≤ 1000 ms' },
    {
      name: '10,000 steps, timeline',
      path: `/executions/${samples.longRun}`,
      isShown: isTimelineShown,
      target: 'target ≤ 1500 ms',
    },
    {
      name: '10,000 steps with graph',
      path: `/executions/${samples.longRun}`,
      isShown: isRunShown,
      target: 'target ≤ 1500 ms',
    },
    {
      name: '20 MB of data',
      path: `/executions/${samples.dataRun}?panel=output`,
      isShown: isDataShown,
      target: 'target < 1000 ms',
    },
  ]
  const rows: Row[] = []
  for (const { name, target, ...opening } of openings) {
    const { firstMs, againMs, cpuMs, elements, heapMb } = await measureOpening(visitor, opening, rounds)
    rows.push(
      [`${name}, first visit`, ms(firstMs), target],
      [`${name}, again`, ms(againMs), target],
      ['  processor time of the page', ms(cpuMs)],
      ['  elements of the page, memory', `${elements}, ${Math.round(heapMb)} MB`],
    )
  }
  return rows
}

async function panningRows(visitor: Visitor, { large }: Samples, rounds: number): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const [name, opening] of [
    ['overview', graph(large)],
    ['cards', graph(large, 1)],
    ['small cards', graph(large, 0.4)],
  ] as const) {
    const profile = await visitor.openProfile()
    await measurePanning(profile, opening)
    const figures = []
    for (let round = 0; round < rounds; round += 1) figures.push(await measurePanning(profile, opening))
    await profile.close()
    rows.push(
      [
        `panning 2,000 nodes, ${name}, p95`,
        `${median(figures.map(({ p95Ms }) => p95Ms)).toFixed(1)} ms`,
        'target ≤ 20 ms',
      ],
      ['  processor time per animation frame', `${median(figures.map(({ cpuMs }) => cpuMs)).toFixed(1)} ms`],
    )
  }
  return rows
}

async function typingRows(visitor: Visitor, { server, medium }: Samples): Promise<readonly Row[]> {
  const profile = await visitor.openProfile()
  const field: TypingField = { path: `/workflows/${medium}?node=step-5`, label: 'Message' }
  await measureTyping(profile, field)
  // What is typed is saved and checked. Usually, another machine does that.
  await server.yieldProcessors()
  const typed: TypingFigures[] = []
  for (let visit = 0; visit < TYPING_VISITS; visit += 1) typed.push(await measureTyping(profile, field))
  const bare = await measureBareTyping(profile)
  await profile.close()
  const of = (figure: keyof TypingFigures) => median(typed.map((figures) => figures[figure]))
  return [
    [`work per key of ${of('keys')}, p50`, `${of('workP50Ms').toFixed(1)} ms`, 'target ≤ 16 ms'],
    ['  work per key, p95', `${of('workP95Ms').toFixed(1)} ms`, 'target ≤ 16 ms'],
    [
      '  processor time per key, p50, p95',
      processorTimes({ cpuP50Ms: of('cpuP50Ms'), cpuP95Ms: of('cpuP95Ms') }),
    ],
    ['  layouts per key, p95', `${of('layoutsP95')}`],
    ['  key to paint, p95', `${of('paintP95Ms').toFixed(1)} ms`],
    ['  processor time until the next, p50', `${of('allCpuP50Ms').toFixed(1)} ms`],
    ['work per key in a bare editor, p95', `${bare.workP95Ms.toFixed(1)} ms`],
    ['  processor time per key, p50, p95', processorTimes(bare)],
  ]
}

/** The editor with the whole graph in view, or with a zoom that a person left. */
function graph(workflow: string, zoom?: number): Opening {
  const stored =
    zoom === undefined
      ? {}
      : { [`millrace.view.workflow.${workflow}`]: JSON.stringify({ x: -400, y: -400 * zoom, zoom }) }
  return { path: `/workflows/${workflow}`, isShown: areNodesShown, stored }
}

function processorTimes({ cpuP50Ms, cpuP95Ms }: { cpuP50Ms: number; cpuP95Ms: number }): string {
  return `${cpuP50Ms.toFixed(1)}, ${cpuP95Ms.toFixed(1)} ms`
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`
}

function ms(value: number): string {
  return `${Math.round(value)} ms`
}
