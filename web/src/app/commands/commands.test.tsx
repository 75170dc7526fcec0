import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { fakeService, ok, okPage } from '../../testing/fake-service.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { sampleWorkflow, signedIn } from '../../testing/samples.ts'
import type { Command } from './command.ts'
import { ShortcutMatcher } from './match-shortcut.ts'
import { CommandRegistry, findConflicts } from './registry.ts'
import { ariaKeys, keyCaps, shortcutsCollide } from './shortcut.ts'

function command(id: string, keys: readonly string[], more: Partial<Command> = {}): Command {
  return { id, title: id, group: 'test', keys, run: () => undefined, ...more }
}

function registryOf(...sets: [Command[], { scope?: string; background?: boolean }?][]): CommandRegistry {
  const registry = new CommandRegistry()
  for (const [commands, options] of sets) registry.set(Symbol('test'), commands, options)
  return registry
}

/** Presses keys on an element, and returns the id of the command that each one runs. */
function press(
  registry: CommandRegistry,
  target: Element,
  ...events: KeyboardEventInit[]
): (string | undefined)[] {
  const matcher = new ShortcutMatcher()
  return events.map((init) => {
    const event = new KeyboardEvent('keydown', { bubbles: true, ...init })
    Object.defineProperty(event, 'target', { value: target })
    const found = matcher.match(event, registry.list())
    return typeof found === 'object' ? found.id : found
  })
}

function render(html: string): Element {
  document.body.innerHTML = html
  const target = document.querySelector('[data-target]')
  if (target === null) throw new Error('no target')
  return target
}

describe('shortcuts', () => {
  test('distinguish modifiers, and take both Ctrl and ⌘ for mod', () => {
    const registry = registryOf([[command('undo', ['mod+z']), command('redo', ['mod+shift+z'])]])
    const found = press(
      registry,
      document.body,
      { key: 'z', ctrlKey: true },
      { key: 'z', metaKey: true },
      { key: 'Z', ctrlKey: true, shiftKey: true },
      { key: 'z' },
      { key: 'z', ctrlKey: true, altKey: true },
    )
    expect(found).toEqual(['undo', 'undo', 'redo', undefined, undefined])
  })

  test('with a symbol do not depend on how the keyboard produces it', () => {
    const registry = registryOf([[command('help', ['?']), command('search', ['/'])]])
    const found = press(
      registry,
      document.body,
      { key: '?', shiftKey: true },
      { key: '/' },
      { key: '/', shiftKey: true },
    )
    expect(found).toEqual(['help', 'search', 'search'])
  })

  test('work on keyboards of other scripts by the position of the key', () => {
    const registry = registryOf([[command('undo', ['mod+z']), command('create', ['c'])]])
    const found = press(
      registry,
      document.body,
      { key: 'я', code: 'KeyZ', ctrlKey: true },
      { key: 'с', code: 'KeyC' },
    )
    expect(found).toEqual(['undo', 'create'])
  })

  test('can be sequences, which a wrong or late key ends', () => {
    const registry = registryOf([[command('go', ['g w']), command('write', ['w']), command('other', ['o'])]])
    expect(press(registry, document.body, { key: 'g' }, { key: 'w' }, { key: 'w' })).toEqual([
      'pending',
      'go',
      'write',
    ])
    expect(press(registry, document.body, { key: 'g' }, { key: 'o' })).toEqual(['pending', 'other'])
    expect(press(registry, document.body, { key: 'g' }, { key: 'q' }, { key: 'w' })).toEqual([
      'pending',
      undefined,
      'write',
    ])
  })

  test('do nothing while the user types, unless the command says so', () => {
    const registry = registryOf([
      [command('create', ['c']), command('palette', ['mod+k'], { whileTyping: true })],
    ])
    for (const html of [
      '<input data-target>',
      '<textarea data-target></textarea>',
      '<div contenteditable="true"><span data-target></span></div>',
    ]) {
      expect(press(registry, render(html), { key: 'c' }, { key: 'k', ctrlKey: true })).toEqual([
        undefined,
        'palette',
      ])
    }
    expect(press(registry, render('<input type="checkbox" data-target>'), { key: 'c' })).toEqual(['create'])
  })

  test('leave Enter and Space to the focused button', () => {
    const registry = registryOf([[command('open', ['enter']), command('run', ['mod+enter'])]])
    const button = render('<button data-target></button>')
    expect(press(registry, button, { key: 'Enter' }, { key: 'Enter', ctrlKey: true })).toEqual([
      undefined,
      'run',
    ])
    expect(press(registry, document.body, { key: 'Enter' })).toEqual(['open'])
  })

  test('of a scope work only inside of it, and come before those of the page', () => {
    const registry = registryOf(
      [[command('page', ['arrowdown'])]],
      [[command('canvas', ['arrowdown'])], { scope: 'canvas' }],
    )
    const inside = render('<div data-command-scope="canvas"><i data-target></i></div>')
    expect(press(registry, inside, { key: 'ArrowDown' })).toEqual(['canvas'])
    expect(press(registry, document.body, { key: 'ArrowDown' })).toEqual(['page'])
  })

  test('of the page do nothing inside of a dialog or menu, but those of the dialog do', () => {
    const registry = registryOf(
      [[command('create', ['c'])]],
      [[command('answer', ['y'])], { scope: 'question' }],
    )
    const inside = render('<div role="dialog" data-command-scope="question"><i data-target></i></div>')
    expect(press(registry, inside, { key: 'c' }, { key: 'y' })).toEqual([undefined, 'answer'])
    expect(press(registry, render('<div role="menu" data-target></div>'), { key: 'c' })).toEqual([undefined])
  })

  test('of a disabled command do nothing', () => {
    const registry = registryOf([[command('create', ['c'], { enabled: false })]])
    expect(press(registry, document.body, { key: 'c' })).toEqual([undefined])
  })

  test('of a page replace those that every page has', () => {
    const registry = registryOf([[command('app', ['c'])], { background: true }], [[command('page', ['c'])]])
    expect(press(registry, document.body, { key: 'c' })).toEqual(['page'])
  })

  test('are shown as the device labels its keys', () => {
    expect(keyCaps('mod+shift+arrowdown')).toEqual([['Ctrl', 'Shift', '↓']])
    expect(keyCaps('g w')).toEqual([['G'], ['W']])
    expect(ariaKeys(['mod+z', 'g w', 'escape'])).toBe('Control+Z Escape')
    expect(ariaKeys(['g w'])).toBeUndefined()
  })

  test('collide if they are equal or one begins the other', () => {
    expect(shortcutsCollide('g w', 'g')).toBe(true)
    expect(shortcutsCollide('mod+z', 'mod+shift+z')).toBe(false)
    const registry = registryOf([[command('a', ['x']), command('b', ['x', 'y']), command('c', ['y z'])]])
    expect(findConflicts(registry.list()).map(({ ids }) => ids)).toEqual([
      ['a', 'b'],
      ['b', 'c'],
    ])
  })
})

describe('the app', () => {
  const openList = async () => {
    fakeService({
      'GET /app/session': ok(signedIn),
      'GET /app/keys': ok([]),
      'GET /app/v1/workflows': okPage([sampleWorkflow('Welcome mail'), sampleWorkflow('Nightly import')]),
    })
    const app = renderApp('/workflows')
    await screen.findByRole('link', { name: 'Welcome mail' })
    return app
  }

  test('has no two commands with the same shortcut on the list of workflows', async () => {
    const set = vi.spyOn(CommandRegistry.prototype, 'set')
    await openList()
    const registry = set.mock.contexts[0] as CommandRegistry
    expect(registry.list().length).toBeGreaterThan(15)
    expect(findConflicts(registry.list())).toEqual([])
  })

  test('finds pages and workflows in the palette, which opens even from a text field', async () => {
    const { router } = await openList()
    await userEvent.click(screen.getByRole('searchbox'))
    await userEvent.keyboard('{Control>}k{/Control}')
    const palette = await screen.findByRole('dialog', { name: 'Search and commands' })
    await within(palette).findByText('Nightly import')
    await userEvent.keyboard('api keys')
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings/api-keys'))
    expect(screen.queryByRole('dialog', { name: 'Search and commands' })).toBeNull()
  })

  test('chooses what matches best in the palette, even if it arrives after the search was typed', async () => {
    const set = vi.spyOn(CommandRegistry.prototype, 'set')
    const { router } = await openList()
    const registry = set.mock.contexts[0] as CommandRegistry
    await userEvent.keyboard('{Control>}k{/Control}')
    const palette = await screen.findByRole('dialog', { name: 'Search and commands' })
    await userEvent.keyboard('api')
    const chosen = () => within(palette).getByRole('option', { selected: true }).textContent
    await waitFor(() => expect(chosen()).toMatch(/API Keys/))
    const run = vi.fn()
    act(() => registry.set(Symbol('late'), [command('late', [], { title: 'API', run })]))
    await waitFor(() => expect(chosen()).toBe('API'))
    await userEvent.keyboard('{ArrowDown}')
    expect(chosen()).not.toBe('API')
    await userEvent.keyboard('{ArrowUp}{Enter}')
    await waitFor(() => expect(run).toHaveBeenCalledTimes(1))
    expect(router.state.location.pathname).toBe('/workflows')
  })

  test('navigates by sequences and lists all shortcuts', async () => {
    const { router } = await openList()
    await userEvent.keyboard('?')
    const list = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    expect(within(list).getByText('G then W')).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.keyboard('gk')
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings/api-keys'))
  })

  test('repeats a command while its keys are held, unless the command must not', async () => {
    const set = vi.spyOn(CommandRegistry.prototype, 'set')
    await openList()
    const registry = set.mock.contexts[0] as CommandRegistry
    const [undo, remove] = [vi.fn(), vi.fn()]
    const commands = [
      command('undo', ['mod+z'], { run: undo }),
      command('remove', ['delete'], { run: remove, noRepeat: true }),
    ]
    act(() => registry.set(Symbol('test'), commands))
    for (const repeat of [false, true, true]) {
      fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true, repeat })
      const isUnhandled = fireEvent.keyDown(document.body, { key: 'Delete', repeat })
      expect(isUnhandled).toBe(false)
    }
    expect(undo).toHaveBeenCalledTimes(3)
    expect(remove).toHaveBeenCalledTimes(1)
  })

  test('remembers that the navigation is collapsed', async () => {
    await openList()
    expect(screen.getByRole('button', { name: 'Collapse navigation' })).toBeTruthy()
    await userEvent.keyboard('[[')
    expect(await screen.findByRole('button', { name: 'Expand navigation' })).toBeTruthy()
    expect(localStorage.getItem('millrace.navigation.collapsed')).toBe('true')
  })
})
