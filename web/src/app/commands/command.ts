import type { LucideIcon } from 'lucide-react'

/** Something that a user can do, from a button, a menu, a shortcut or the command palette. */
export interface Command {
  /** Unique within the app, such as `editor.undo`. */
  id: string
  title: string
  /** The heading in the palette and in the list of shortcuts. */
  group: string
  icon?: LucideIcon
  /** Alternatives: `mod+z` (Ctrl, ⌘ on Apple devices), `shift+arrowdown`, `/`, or a sequence such as `g w`. */
  keys?: readonly string[]
  /** Further words to find it by in the palette. */
  keywords?: readonly string[]
  /** Defaults to true. A disabled command is not in the palette, and its shortcut does nothing. */
  enabled?: boolean
  /** Whether the shortcut also works while the focus is in a text field. */
  whileTyping?: boolean
  /** Runs once per key press, however long the keys are held. */
  noRepeat?: boolean
  /** Works by its shortcut only: not listed in the palette. */
  hidden?: boolean
  run(): void | Promise<void>
}

export interface CommandOptions {
  /** The shortcuts work only while the focus is inside an element with this name in `data-command-scope`. */
  scope?: string
  /** For commands that every page has: they come last in the palette, and a page may take their shortcuts. */
  background?: boolean
}
