import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import type { Command } from '../app/commands/command.ts'
import { CommandButton } from '../app/commands/command-button.tsx'
import { Sparkline } from './data/sparkline.tsx'
import { VirtualList } from './data/virtual-list.tsx'
import { Dialog } from './dialog.tsx'
import { Combobox } from './input/combobox.tsx'
import { InlineEdit } from './input/inline-edit.tsx'
import { NumberInput } from './input/number-field.tsx'
import { Switch } from './input/switch.tsx'
import { CommandMenuItem } from './menu.tsx'
import { ContextMenu } from './overlay/context-menu.tsx'
import { TooltipProvider } from './overlay/tooltip.tsx'
import { BottomDrawer } from './panel/bottom-drawer.tsx'
import { RegionBoundary } from './panel/region-boundary.tsx'
import { ResizablePanel } from './panel/resizable-panel.tsx'
import { Tabs } from './panel/tabs.tsx'
import { SplitButton } from './split-button.tsx'
import { toast } from './toast-store.ts'
import { Toaster } from './toaster.tsx'

const fruits = [
  { value: 'apple', label: 'Apple', group: 'Pome', description: 'Keeps for months' },
  { value: 'pear', label: 'Pear', group: 'Pome' },
  { value: 'cherry', label: 'Cherry', group: 'Stone', keywords: ['red'] },
  { value: 'plum', label: 'Plum', group: 'Stone', disabled: true },
]

function Fruit({ onCreate }: { onCreate?: (text: string) => void }) {
  const [value, setValue] = useState<string>()
  return (
    <Combobox
      aria-label="Fruit"
      value={value}
      onChange={setValue}
      options={fruits}
      {...(onCreate === undefined ? {} : { onCreate })}
    />
  )
}

test('a combobox opens by keyboard, finds by label and keyword, and chooses with Enter', async () => {
  render(<Fruit />)
  screen.getByRole('combobox', { name: 'Fruit' }).focus()
  await userEvent.keyboard('{ArrowDown}')
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'AppleKeeps for months',
    'Pear',
    'Cherry',
    'Plum',
  ])
  expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual([
    'Pome',
    'Stone',
  ])
  await userEvent.keyboard('red')
  expect(screen.getAllByRole('option')).toHaveLength(1)
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  expect(screen.getByRole('combobox', { name: 'Fruit' }).textContent).toBe('Cherry')
})

test('a combobox says that nothing matches, does not choose what is disabled, and can create', async () => {
  const create = vi.fn()
  render(<Fruit onCreate={create} />)
  await userEvent.click(screen.getByRole('combobox', { name: 'Fruit' }))
  await userEvent.keyboard('plum{Enter}')
  expect(screen.getByRole('listbox')).toBeTruthy()
  await userEvent.keyboard('s{Enter}')
  expect(create).toHaveBeenCalledWith('plums')
})

test('a number field keeps what is typed, limits it on leaving, and steps by arrow keys', async () => {
  const change = vi.fn()
  function Field() {
    const [value, setValue] = useState<number | undefined>(5)
    return (
      <NumberInput
        aria-label="Count"
        value={value}
        min={0}
        max={10}
        step={0.1}
        onChange={(next) => {
          change(next)
          setValue(next)
        }}
      />
    )
  }
  render(<Field />)
  const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Count' })
  await userEvent.clear(field)
  expect(change).toHaveBeenLastCalledWith(undefined)
  await userEvent.type(field, '99')
  expect(field.value).toBe('99')
  await userEvent.tab()
  expect(field.value).toBe('10')
  field.focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(field.value).toBe('9.7')
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
  expect(field.value).toBe('8.7')
})

test('a text that is edited in place saves with Enter, restores with Escape, and refuses what is invalid', async () => {
  const save = vi.fn()
  render(
    <InlineEdit
      label="Name"
      value="Old"
      onSave={save}
      validate={(text) => (text === '' ? 'Required' : undefined)}
    />,
  )
  await userEvent.click(screen.getByRole('button', { name: /^Name: Old/ }))
  await userEvent.keyboard('New')
  await userEvent.keyboard('{Escape}')
  expect(save).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: /^Name: Old/ }))
  await userEvent.clear(screen.getByRole('textbox'))
  await userEvent.keyboard('{Enter}')
  expect(screen.getByRole('alert').textContent).toBe('Required')
  await userEvent.keyboard('  New {Enter}')
  expect(save).toHaveBeenCalledExactlyOnceWith('New')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Name/ })))
})

test('a panel is resized by keyboard within its limits, and remembers its size', async () => {
  const panel = (
    <ResizablePanel
      label="Inspector"
      side="right"
      storageKey="test.panel"
      defaultSize={400}
      min={300}
      max={500}
    >
      content
    </ResizablePanel>
  )
  const { unmount } = render(panel)
  const separator = screen.getByRole('separator', { name: 'Resize Inspector' })
  separator.focus()
  await userEvent.keyboard('{ArrowLeft}')
  expect(separator.getAttribute('aria-valuenow')).toBe('416')
  await userEvent.keyboard('{End}{ArrowLeft}')
  expect(separator.getAttribute('aria-valuenow')).toBe('500')
  await userEvent.keyboard('{ArrowRight}')
  unmount()
  render(panel)
  expect(screen.getByRole('region', { name: 'Inspector' }).style.width).toBe('484px')
  await userEvent.dblClick(screen.getByRole('separator'))
  expect(screen.getByRole('region', { name: 'Inspector' }).style.width).toBe('400px')
})

test('a drawer closes to its header', async () => {
  function Page() {
    const [open, setOpen] = useState(true)
    return (
      <TooltipProvider>
        <BottomDrawer
          label="Timeline"
          storageKey="t"
          open={open}
          onOpenChange={setOpen}
          header={<b>Header</b>}
        >
          Body
        </BottomDrawer>
      </TooltipProvider>
    )
  }
  render(<Page />)
  await userEvent.click(screen.getByRole('button', { name: 'Close Timeline' }))
  expect(screen.queryByText('Body')).toBeNull()
  expect(screen.getByText('Header')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Open Timeline' }).getAttribute('aria-expanded')).toBe('false')
})

test('a crash stays in its region, which can be tried again', async () => {
  // React logs every error it catches; this one is expected.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let broken = true
  function Part() {
    if (broken) throw new Error('broken part')
    return <p>works</p>
  }
  render(
    <>
      <p>canvas</p>
      <RegionBoundary region="The inspector">
        <Part />
      </RegionBoundary>
    </>,
  )
  const alert = screen.getByRole('alert')
  expect(within(alert).getByText('The inspector could not be displayed')).toBeTruthy()
  expect(within(alert).getByText(/broken part/)).toBeTruthy()
  expect(screen.getByText('canvas')).toBeTruthy()
  broken = false
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(screen.getByText('works')).toBeTruthy()
})

test('a region shows its content again when what it is about changes', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  function Part({ id }: { id: string }) {
    if (id === 'bad') throw new Error('broken')
    return <p>{id}</p>
  }
  const page = (id: string) => (
    <RegionBoundary region="The inspector" resetKey={id}>
      <Part id={id} />
    </RegionBoundary>
  )
  const { rerender } = render(page('bad'))
  expect(screen.getByRole('alert')).toBeTruthy()
  rerender(page('good'))
  expect(screen.getByText('good')).toBeTruthy()
})

test('tabs mount only the current content, and change by arrow keys', async () => {
  function Page() {
    const [tab, setTab] = useState<'data' | 'log'>('data')
    return (
      <Tabs
        label="Parts"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'data', label: 'Data', content: <p>all data</p> },
          { value: 'log', label: 'Log', count: 14, content: <p>the log</p> },
        ]}
      />
    )
  }
  render(<Page />)
  expect(screen.queryByText('the log')).toBeNull()
  screen.getByRole('tab', { name: 'Data' }).focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getByText('the log')).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Log 14' }).getAttribute('aria-selected')).toBe('true')
})

const run: Command = { id: 'run', title: 'Run', group: 'Test', icon: Play, keys: ['mod+enter'], run: vi.fn() }

test('a split button runs its main action, and offers the others in a menu with their shortcuts', async () => {
  const main = vi.fn()
  render(
    <SplitButton onClick={main} menuLabel="Other ways to run" menu={<CommandMenuItem command={run} />}>
      Run all
    </SplitButton>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Run all' }))
  expect(main).toHaveBeenCalledOnce()
  await userEvent.click(screen.getByRole('button', { name: 'Other ways to run' }))
  const item = await screen.findByRole('menuitem', { name: 'Run' })
  expect(item.getAttribute('aria-keyshortcuts')).toBe('Control+Enter')
  await userEvent.click(item)
  expect(run.run).toHaveBeenCalled()
})

test('a context menu runs commands, and skips those that are disabled', async () => {
  const remove = vi.fn()
  render(
    <ContextMenu
      groups={[
        [{ ...run, enabled: false }],
        [],
        [{ id: 'delete', title: 'Delete', group: 'Test', icon: Trash2, tone: 'danger', run: remove }],
      ]}
    >
      <div>node</div>
    </ContextMenu>,
  )
  await userEvent.pointer({ keys: '[MouseRight]', target: screen.getByText('node') })
  expect((await screen.findByRole('menuitem', { name: 'Run' })).getAttribute('aria-disabled')).toBe('true')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(remove).toHaveBeenCalledOnce()
})

test('a command button is inactive while its command is disabled, and teaches the shortcut', async () => {
  const act = vi.fn()
  const { rerender } = render(
    <TooltipProvider>
      <CommandButton command={{ ...run, run: act, enabled: false }} iconOnly />
    </TooltipProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Run' }))
  expect(act).not.toHaveBeenCalled()
  rerender(
    <TooltipProvider>
      <CommandButton command={{ ...run, run: act }} />
    </TooltipProvider>,
  )
  const button = screen.getByRole('button', { name: 'Run' })
  expect(button.getAttribute('aria-keyshortcuts')).toBe('Control+Enter')
  await userEvent.click(button)
  expect(act).toHaveBeenCalledOnce()
})

test('a switch has a label that toggles it', async () => {
  const change = vi.fn()
  render(<Switch label="Retry" checked={false} onChange={change} hint="Up to three times" />)
  await userEvent.click(screen.getByText('Retry'))
  expect(change).toHaveBeenCalledWith(true)
})

test('a sparkline says how many runs failed', () => {
  const at = (ms: number) => new Date(ms).toISOString()
  render(
    <Sparkline
      runs={[
        { status: 'failed', started_at: at(0), completed_at: at(10) },
        { status: 'running', started_at: at(0), completed_at: null },
      ]}
    />,
  )
  expect(screen.getByRole('img', { name: 'Last 2 runs: 1 failed' })).toBeTruthy()
})

test('a virtual list renders only what is visible, and reports its end', () => {
  const items = Array.from({ length: 5000 }, (_, index) => `item ${index}`)
  const end = vi.fn()
  const list = (shown: readonly string[]) => (
    <VirtualList
      label="Items"
      items={shown}
      keyOf={(item) => item}
      itemHeight={40}
      renderItem={(item) => item}
      onEndReached={end}
    />
  )
  const { rerender } = render(list(items))
  expect(screen.getAllByRole('listitem').length).toBeLessThan(60)
  expect(end).not.toHaveBeenCalled()
  rerender(list(items.slice(0, 5)))
  expect(screen.getAllByRole('listitem')).toHaveLength(5)
  expect(end).toHaveBeenCalled()
})

test('Escape closes the dialog once, also when a toast appeared after it', async () => {
  const onDismiss = vi.fn()
  render(
    <>
      <Dialog open title="Delete?" onDismiss={onDismiss}>
        <button type="button">Cancel</button>
      </Dialog>
      <Toaster />
    </>,
  )
  act(() => toast.show({ tone: 'success', title: 'Duplicated' }))
  await screen.findByText('Duplicated')
  await userEvent.keyboard('{Escape}')
  expect(onDismiss.mock.calls).toEqual([['escape']])
  await userEvent.keyboard('{Escape}')
  expect(onDismiss.mock.calls).toEqual([['escape'], ['escape']])
})
