import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { type CommandWalk, everywhere, prepareCommandWalks } from './support/command-walk.ts'
import { nodeCard } from './support/editor-page.ts'
import { slowRequest, WALKED_GRAPH } from './support/sample-workflows.ts'

const ALL = ['Start', 'One', 'Two', 'Three']

const VIEWING = [
  'clear-selection',
  'select-downstream',
  'select-upstream',
  'zoom-reset',
  'zoom-in',
  'zoom-out',
  'fit-selection',
  'fit',
  'minimap',
  'marquee',
  'list',
  'select-all',
  'align-left',
  'align-center',
  'align-right',
  'align-top',
  'align-middle',
  'align-bottom',
  'toggle-drawer',
  'problems',
  'align-distribute-horizontally',
  'align-distribute-vertically',
]
  .map((name) => `editor.${name}`)
  .concat([
    'Go to the node after',
    'Go to the node before',
    'Go to the node above',
    'Go to the node below',
    'Also select the node above',
    'Also select the node below',
    'Clear selection',
    'Select all',
    'Select everything after',
    'Select everything before',
    'Zoom to 100 %',
    'Zoom in',
    'Zoom out',
    'Show or hide the run panel',
    'Show problems',
    'Fit to view',
    'Fit selection to view',
    'Overview map',
    'Select with the pointer',
    'Show as a list',
  ])
const EDITING = [
  'undo',
  'redo',
  'add',
  'note',
  'open',
  'rename',
  'disable',
  'duplicate',
  'delete',
  'copy',
  'paste',
  'cut',
  'group',
  'toggle-group',
  'ungroup',
  'tidy-up',
  'publish',
  'try',
]
  .map((name) => `editor.${name}`)
  .concat([
    'Undo',
    'Redo',
    'Add node…',
    'Add note',
    'Open',
    'Rename',
    'Disable',
    'Enable',
    'Duplicate',
    'Delete',
    'Copy',
    'Cut',
    'Group',
    'Ungroup',
    'Collapse group',
    'Tidy up',
    'Publish…',
  ])
const RUNNING = [
  'run',
  'run-with-input',
  'run-from-start',
  'pin',
  'unpin',
  'run-until',
  'run-alone',
  'close-run',
  'stop',
]
  .map((name) => `editor.${name}`)
  .concat([
    'Run',
    'Run with input…',
    'Pin output of this run',
    'Unpin output',
    'Run to this node',
    'Run only this node',
    'Stop the run',
  ])

describe('commands of the editor by keyboard', () => {
  const walks = prepareCommandWalks()

  it('every command that moves through the graph, selects or changes the view runs', async () => {
    const walk = await walks.begin()
    const { assertComplete, choose, collect, page, press } = walk
    const { openGraph, selected, until, boxes } = createGraph(walk)
    await openGraph()
    await collect()
    await press('ArrowRight', 'Go to the node after')
    await selected('Start')
    await press('ArrowRight')
    await selected('One')
    await press('ArrowDown', 'Go to the node below')
    await selected('Two')
    await press('Shift+ArrowUp', 'Also select the node above')
    await selected('One', 'Two')
    await press('Escape', 'editor.clear-selection', 'Clear selection')
    await selected()
    await press('ArrowLeft', 'Go to the node before')
    await selected('Start')
    await press('Shift+ArrowRight', 'editor.select-downstream', 'Select everything after')
    await selected(...ALL)
    await press('Escape')
    await press('ArrowRight ArrowRight')
    await selected('One')
    await press('Shift+ArrowDown', 'Also select the node below')
    await selected('One', 'Two')
    await press('Escape')
    await press('ArrowRight ArrowRight ArrowRight')
    await selected('Three')
    await press('Shift+ArrowLeft', 'editor.select-upstream', 'Select everything before')
    await selected('Start', 'One', 'Three')
    await press('Escape')
    await press('ArrowRight ArrowRight ArrowDown ArrowUp', 'Go to the node above')
    await selected('One')
    await collect()

    const zoom = page.getByRole('button', { name: /^Zoom: / })
    const level = async () => Number(/(\d+) %/.exec((await zoom.getAttribute('aria-label')) ?? '')?.[1])
    const zoomed = (wanted: RegExp) => page.getByRole('button', { name: wanted }).waitFor()
    await press('0', 'editor.zoom-reset', 'Zoom to 100 %')
    await zoomed(/^Zoom: 100 %/)
    await press('+', 'editor.zoom-in', 'Zoom in')
    await zoomed(/^Zoom: 125 %/)
    await press('-', 'editor.zoom-out', 'Zoom out')
    await zoomed(/^Zoom: 100 %/)
    await press('- - -')
    await zoomed(/^Zoom: 51 %/)
    await press('2', 'editor.fit-selection', 'Fit selection to view')
    await zoomed(/^Zoom: 100 %/)
    await press('- -')
    await zoomed(/^Zoom: 64 %/)
    await press('1', 'editor.fit', 'Fit to view')
    await zoomed(/^Zoom: (?!64)/)
    assert.ok((await level()) > 64)
    await press('m', 'editor.minimap', 'Overview map')
    await page.getByRole('button', { name: 'Overview map', pressed: true }).waitFor()
    await press('m')
    await press('v', 'editor.marquee', 'Select with the pointer')
    await page.getByRole('button', { name: 'Select with the pointer', pressed: true }).waitFor()
    await press('v')
    await press('l', 'editor.list', 'Show as a list')
    await page.getByRole('list', { name: 'Nodes of the workflow' }).waitFor()
    await press('l')
    await nodeCard(page, 'Start').waitFor()
    await press('t', 'editor.toggle-drawer', 'Show or hide the run panel')
    await page.getByRole('tab', { name: 'Timeline', selected: true }).waitFor()
    await press('Shift+M', 'editor.problems', 'Show problems')
    await page.getByRole('tab', { name: 'Problems', selected: true }).waitFor()
    await press('t')
    await page.getByRole('tab', { name: 'Problems', selected: false }).waitFor()
    await press('Control+a', 'editor.select-all', 'Select all')
    await selected(...ALL)
    await collect()

    const same = (values: readonly number[]) => Math.max(...values) - Math.min(...values) < 1.5
    const equalGaps = (starts: readonly number[], size: number) => {
      const sorted = starts.toSorted((a, b) => a - b)
      return same(sorted.slice(1).map((value, index) => value - (sorted[index] ?? 0) - size))
    }
    for (const [title, how, isAligned] of [
      ['Align left edges', 'left', (all) => same(all.map(({ x }) => x))],
      ['Align centers', 'center', (all) => same(all.map(({ x, width }) => x + width / 2))],
      ['Align right edges', 'right', (all) => same(all.map(({ x, width }) => x + width))],
      ['Align top edges', 'top', (all) => same(all.map(({ y }) => y))],
      ['Align middles', 'middle', (all) => same(all.map(({ y, height }) => y + height / 2))],
      ['Align bottom edges', 'bottom', (all) => same(all.map(({ y, height }) => y + height))],
      [
        'Distribute horizontally',
        'distribute-horizontally',
        (all) =>
          equalGaps(
            all.map(({ x }) => x),
            all[0]?.width ?? 0,
          ),
      ],
      [
        'Distribute vertically',
        'distribute-vertically',
        (all) =>
          equalGaps(
            all.map(({ y }) => y),
            all[0]?.height ?? 0,
          ),
      ],
    ] as const satisfies readonly [string, string, (all: Awaited<ReturnType<typeof boxes>>) => boolean][]) {
      const start = await boxes()
      assert.equal(isAligned(start), false, how)
      await choose(title, `editor.align-${how}`)
      await page.getByRole('button', { name: 'Undo align nodes' }).waitFor()
      await until(how, async () => isAligned(await boxes()))
      await press('Control+z', 'editor.undo')
      await page.getByRole('button', { name: 'Redo align nodes' }).waitFor()
      await until(how, async () => isDeepStrictEqual(await boxes(), start))
    }
    assertComplete([...everywhere, ...EDITING, ...RUNNING])
  })

  it('every command that edits the graph runs', async () => {
    const walk = await walks.begin()
    const { api, assertComplete, choose, closeDialog, collect, page, press } = walk
    const { openGraph, selected, until, boxes } = createGraph(walk)
    const id = await openGraph()
    const count = (wanted: number) =>
      page.waitForFunction((number) => document.querySelectorAll('[data-node]').length === number, wanted)
    await press('ArrowRight ArrowRight')
    await selected('One')
    await press('/', 'editor.add', 'Add node…')
    await closeDialog('Add a node after One')
    await press('Shift+n', 'editor.note', 'Add note')
    await page.getByRole('textbox', { name: 'Text of the note, in Markdown' }).fill('Remember')
    await page.keyboard.press('Escape')
    await page.getByText('Remember').waitFor()
    await press('Escape ArrowRight ArrowRight')
    await selected('One')
    await press('Enter', 'editor.open', 'Open')
    const view = page.getByRole('region', { name: 'Focus view of One' })
    await view.and(page.locator(':focus-within')).waitFor()
    await page.keyboard.press('Escape')
    await view.waitFor({ state: 'detached' })
    await press('F2', 'editor.rename', 'Rename')
    await page.getByRole('textbox', { name: 'Name of the node', exact: true }).last().waitFor()
    await page.keyboard.press('Escape')
    await press('d', 'editor.disable', 'Disable')
    await page.getByRole('button', { name: /^One,.*Disabled/ }).waitFor()
    await press('d', 'Enable')
    await page.getByRole('button', { name: /^One,.*Disabled/ }).waitFor({ state: 'detached' })
    await press('Control+z', 'editor.undo', 'Undo')
    await page.getByRole('button', { name: /^One,.*Disabled/ }).waitFor()
    await press('Control+Shift+z', 'editor.redo', 'Redo')
    await page.getByRole('button', { name: /^One,.*Disabled/ }).waitFor({ state: 'detached' })
    await collect()
    await press('Control+d', 'editor.duplicate', 'Duplicate')
    await count(6)
    await press('Delete', 'editor.delete', 'Delete')
    await count(5)
    await press('ArrowRight ArrowRight')
    await selected('One')
    await press('Control+c', 'editor.copy', 'Copy')
    // `waitForFunction` does not wait for promises: each of them counts as true.
    await until('the node is copied', () =>
      page.evaluate(async () => (await navigator.clipboard.readText()).includes('"One"')),
    )
    await choose('Paste', 'editor.paste')
    await count(6)
    await press('Control+x', 'editor.cut', 'Cut')
    await count(5)
    await press('ArrowRight ArrowRight')
    await selected('One')
    await press('Control+g', 'editor.group', 'Group')
    await page.getByRole('textbox').last().waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /1 node/ }).waitFor()
    await collect()
    await press('e', 'editor.toggle-group', 'Collapse group')
    await nodeCard(page, 'One').waitFor({ state: 'detached' })
    await press('e', 'Expand group')
    await nodeCard(page, 'One').waitFor()
    await press('Control+Shift+g', 'editor.ungroup', 'Ungroup')
    await page.getByRole('button', { name: /1 node/ }).waitFor({ state: 'detached' })
    const before = await boxes()
    await press('Shift+T', 'editor.tidy-up', 'Tidy up')
    await page.getByRole('button', { name: 'Undo tidy up' }).waitFor()
    assert.notDeepEqual(await boxes(), before)
    await press('Control+Shift+p', 'editor.publish', 'Publish…')
    await closeDialog('Publish workflow')
    await page.getByRole('button', { name: 'Saved' }).waitFor()
    const draft: { nodes: readonly { id: string }[] } = await api.send('GET', `/workflows/${id}/draft`)
    assert.equal(draft.nodes.length, 5)
    await choose('Try on past runs', 'editor.try')
    await page.getByRole('heading', { name: 'Try on past runs' }).waitFor()
    assertComplete([...everywhere, ...VIEWING, ...RUNNING])
  })

  it('every command that runs the workflow runs', async () => {
    const walk = await walks.begin()
    const { api, assertComplete, choose, closeDialog, collect, page, partner, press } = walk
    const { openGraph, selected } = createGraph(walk)
    await openGraph()
    const runInView = () => new URL(page.url()).searchParams.get('run')
    /** Another run than before is in view, and it has ended. */
    const ended = async (last: string | null) => {
      await page.waitForFunction(
        (before) => (new URLSearchParams(location.search).get('run') ?? before) !== before,
        last,
      )
      await page
        .getByText(/Completed in/)
        .first()
        .waitFor()
      return runInView()
    }
    await press('Control+Enter', 'editor.run', 'Run')
    const first = await ended(null)
    await press('Control+Shift+Enter', 'editor.run-with-input', 'Run with input…')
    await closeDialog('Run with input')
    await choose('Run from “Start”', 'editor.run-from-start')
    await closeDialog('Run with input')
    await press('Escape ArrowRight ArrowRight')
    await selected('One')
    await collect()
    await press('p', 'editor.pin', 'Pin output of this run')
    await page.getByRole('button', { name: /^One,.*Pinned/ }).waitFor()
    await collect()
    await press('Shift+p', 'editor.unpin', 'Unpin output')
    await page.getByRole('button', { name: /^One,.*Pinned/ }).waitFor({ state: 'detached' })
    await press('r', 'editor.run-until', 'Run to this node')
    const second = await ended(first)
    await press('Shift+R', 'editor.run-alone', 'Run only this node')
    await ended(second)
    await choose('Leave the run', 'editor.close-run')
    await page.waitForFunction(() => !location.search.includes('run='))

    const { id } = await api.createWorkflow(slowRequest(partner.url))
    await page.goto(`/workflows/${id}`)
    await nodeCard(page, 'Slow').waitFor()
    await press('Control+Enter')
    await page.getByRole('button', { name: 'Stop' }).waitFor()
    await collect()
    await press('Control+.', 'editor.stop', 'Stop the run')
    await page
      .getByText(/Failed after|Cancelled after/)
      .first()
      .waitFor()
    assertComplete([...everywhere, ...VIEWING, ...EDITING])
  })
})

/** The graph that the tests run the commands on. */
function createGraph({ page, api }: CommandWalk) {
  return { openGraph, selected, until, boxes }

  async function openGraph(): Promise<string> {
    const { id } = await api.createWorkflow(WALKED_GRAPH)
    await page.goto(`/workflows/${id}`)
    await nodeCard(page, 'Start').waitFor()
    return id
  }

  /** Exactly these nodes are selected. */
  async function selected(...names: string[]): Promise<void> {
    for (const name of ALL) {
      const isSelected = names.includes(name)
      await page
        .getByRole('button', { name: new RegExp(`^${name}(,|$)`), pressed: isSelected })
        .first()
        .waitFor()
    }
  }

  /** Waits for a picture, which the canvas shows within a few animation frames. */
  async function until(what: string, isShown: () => Promise<boolean>): Promise<void> {
    for (let count = 0; !(await isShown()); count++) {
      assert.ok(count < 100, what)
      await page.evaluate(() => new Promise(requestAnimationFrame))
    }
  }

  async function boxes(): Promise<{ x: number; y: number; width: number; height: number }[]> {
    return Promise.all(
      ALL.map(async (name) => {
        const box = await nodeCard(page, name).boundingBox()
        assert.ok(box)
        return box
      }),
    )
  }
}
