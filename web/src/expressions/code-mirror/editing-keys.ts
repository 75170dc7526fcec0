import { defaultKeymap } from '@codemirror/commands'
import type { KeyBinding } from '@codemirror/view'

/** The keys of an editor, without the one that runs the workflow: there it would insert a line as well. */
export const editingKeys: readonly KeyBinding[] = defaultKeymap.filter(({ key }) => key !== 'Mod-Enter')
