import { Copy, Inbox, Trash2 } from 'lucide-react'
import type { Form } from '../../api/forms.ts'
import type { ContextMenuCommand } from '../../components/overlay/context-menu.tsx'
import * as t from '../../texts/forms/list.ts'
import type { FormActions } from './use-form-actions.ts'

/** What can be done with the given forms, in groups. Viewers can only look at submissions. */
export function formCommands(
  forms: readonly Form[],
  actions: FormActions,
  canEdit: boolean,
): readonly (readonly ContextMenuCommand[])[] {
  const enabled = forms.length > 0
  const [first] = forms
  const group = t.group
  const look: ContextMenuCommand = {
    id: 'forms.submissions',
    title: t.viewSubmissions,
    group,
    icon: Inbox,
    keys: ['s'],
    enabled: forms.length === 1,
    run: async () => {
      if (first !== undefined) await actions.openSubmissions(first.id)
    },
  }
  if (!canEdit) return [[look]]
  return [
    [
      look,
      {
        id: 'forms.duplicate',
        title: t.duplicate,
        group,
        icon: Copy,
        keys: ['d'],
        enabled,
        run: () => actions.duplicate(forms),
      },
    ],
    [
      {
        id: 'forms.delete',
        title: t.remove,
        group,
        icon: Trash2,
        keys: ['delete', 'mod+backspace'],
        tone: 'danger',
        enabled,
        run: () => actions.setDeleting(forms),
      },
    ],
  ]
}
