import { CloudOff, CloudUpload, Copy, Download, Play, Tags, Trash2 } from 'lucide-react'
import type { WorkflowSummary } from '../../api/workflows.ts'
import type { ContextMenuCommand } from '../../components/overlay/context-menu.tsx'
import * as t from '../../texts/workflows/actions.ts'
import type { WorkflowActions } from './use-workflow-actions.ts'

/** What can be done with the given workflows, in groups. Viewers can only export. */
export function workflowCommands(
  workflows: readonly WorkflowSummary[],
  actions: WorkflowActions,
  canEdit: boolean,
): readonly (readonly ContextMenuCommand[])[] {
  const enabled = workflows.length > 0
  const group = t.group
  const unpublishable = workflows.filter(({ status }) => status === 'published')
  const publishable = workflows.filter(({ status, draft }) => status === 'draft' || draft?.changed === true)
  const exportCommand: ContextMenuCommand = {
    id: 'workflows.export',
    title: t.exportJson,
    group,
    icon: Download,
    keys: ['e'],
    enabled,
    run: () => actions.exportAll(workflows),
  }
  if (!canEdit) return [[exportCommand]]
  return [
    [
      {
        id: 'workflows.run',
        title: t.run,
        group,
        icon: Play,
        keys: ['r'],
        enabled,
        run: () => actions.run(workflows),
      },
      {
        id: 'workflows.publish',
        title: t.publish,
        group,
        icon: CloudUpload,
        keys: ['p'],
        enabled: publishable.length > 0,
        run: () => actions.publish(publishable),
      },
      {
        id: 'workflows.unpublish',
        title: t.unpublish,
        group,
        icon: CloudOff,
        keys: ['u'],
        enabled: unpublishable.length > 0,
        run: () => actions.setDialog({ kind: 'unpublish', workflows: unpublishable }),
      },
    ],
    [
      {
        id: 'workflows.labels',
        title: t.editLabels,
        group,
        icon: Tags,
        keys: ['t'],
        enabled,
        run: () => actions.setDialog({ kind: 'labels', workflows }),
      },
      {
        id: 'workflows.duplicate',
        title: t.duplicate,
        group,
        icon: Copy,
        keys: ['d'],
        enabled,
        run: () => actions.duplicate(workflows),
      },
      exportCommand,
    ],
    [
      {
        id: 'workflows.delete',
        title: t.remove,
        group,
        icon: Trash2,
        keys: ['delete', 'mod+backspace'],
        tone: 'danger',
        enabled,
        run: () => actions.setDialog({ kind: 'delete', workflows }),
      },
    ],
  ]
}
