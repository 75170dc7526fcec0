import { fieldLabels } from '@millrace/contract/field-label.ts'
import { useParams } from '@tanstack/react-router'
import { Copy, Eye, Plus, Redo2, Trash2, Undo2, ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import { CommandButton } from '../../app/commands/command-button.tsx'
import { useCommands } from '../../app/commands/use-commands.ts'
import { Dialog, DialogBody } from '../../components/dialog.tsx'
import { ResizablePanel } from '../../components/panel/resizable-panel.tsx'
import { Tabs } from '../../components/panel/tabs.tsx'
import { useMediaQuery } from '../../components/use-media-query.ts'
import { FieldInspector } from '../../forms/builder/field-inspector.tsx'
import { FormCanvas } from '../../forms/builder/form-canvas.tsx'
import { useBuilder } from '../../forms/builder/use-builder.ts'
import { useOpenForm } from '../../forms/model/form-context.ts'
import { useFormContent } from '../../forms/model/use-form-content.ts'
import { AccentField } from '../../forms/builder/accent-field.tsx'
import { PreviewPane } from '../../forms/preview/preview-pane.tsx'
import { type PreviewPage, problemsAt, usePreview } from '../../forms/preview/use-preview.ts'
import * as t from '../../texts/forms/builder.ts'

/** The builder: the form itself, and beside it the settings of the chosen field, or the preview. */
export function BuildTab() {
  const { formId = '' } = useParams({ strict: false })
  const { store, canEdit } = useOpenForm()
  const content = useFormContent(store)
  const builder = useBuilder(store, canEdit)
  const [panel, setPanel] = useState<'field' | 'preview'>('preview')
  const [page, setPage] = useState<PreviewPage>('form')
  const [sheet, setSheet] = useState<'field' | 'preview'>()
  const wide = useMediaQuery('(min-width: 64rem)')
  const preview = usePreview(formId, content, page)
  const undoLabel = useStore(store, (state) => state.undoLabel)
  const redoLabel = useStore(store, (state) => state.redoLabel)

  const index = content.fields.findIndex(({ name }) => name === builder.selected)
  const field = content.fields[index]
  const group = t.group
  const onField = { group, enabled: canEdit && field !== undefined }
  /** The field that has the focus stays the chosen one. */
  const keepChosen = () => {
    const name = document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset['field']
    if (name !== undefined) builder.select(name)
  }
  const undo = {
    id: 'form.undo',
    title: t.undo,
    group,
    icon: Undo2,
    keys: ['mod+z'],
    whileTyping: true,
    enabled: canEdit && undoLabel !== null,
    run: () => {
      store.undo()
      keepChosen()
    },
  }
  const redo = {
    id: 'form.redo',
    title: t.redo,
    group,
    icon: Redo2,
    keys: ['mod+shift+z', 'mod+y'],
    whileTyping: true,
    enabled: canEdit && redoLabel !== null,
    run: () => {
      store.redo()
      keepChosen()
    },
  }
  const showPreview = {
    id: 'form.preview',
    title: t.showPreview,
    group,
    icon: Eye,
    keys: ['p'],
    run: () => (wide ? setPanel('preview') : setSheet('preview')),
  }
  const add = {
    id: 'form.add-field',
    title: t.addField,
    group,
    icon: Plus,
    keys: ['/', 'n'],
    enabled: canEdit,
    run: () => builder.openAdd(field?.name),
  }
  useCommands([
    add,
    undo,
    redo,
    showPreview,
    {
      ...onField,
      id: 'form.move-up',
      title: t.moveUp,
      icon: ArrowUp,
      keys: ['alt+arrowup'],
      whileTyping: true,
      run: () => field && builder.move(field, index - 1),
    },
    {
      ...onField,
      id: 'form.move-down',
      title: t.moveDown,
      icon: ArrowDown,
      keys: ['alt+arrowdown'],
      whileTyping: true,
      run: () => field && builder.move(field, index + 1),
    },
    {
      ...onField,
      id: 'form.duplicate-field',
      title: t.duplicate,
      icon: Copy,
      keys: ['mod+d'],
      whileTyping: true,
      run: () => field && builder.duplicate(field),
    },
    {
      ...onField,
      id: 'form.delete-field',
      title: t.remove,
      icon: Trash2,
      keys: ['delete', 'mod+backspace'],
      run: () => field && builder.remove(field),
    },
  ])

  const inspector =
    field === undefined ? (
      <div className="space-y-5 text-[0.8125rem]">
        <p className="text-muted">{t.noSelection}</p>
        <AccentField store={store} value={content.settings.color} canEdit={canEdit} />
      </div>
    ) : (
      <FieldInspector
        key={builder.keyOf(field.name)}
        field={field}
        builder={builder}
        problems={problemsAt(preview.issues, `fields[${index}]`)}
      />
    )
  const previewPane = <PreviewPane preview={preview} page={page} onPage={setPage} />

  return (
    <div className="flex min-h-0 flex-1">
      <section
        aria-label={t.canvas}
        className="flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto bg-canvas px-3 pb-24 sm:px-8"
      >
        <div className="mx-auto flex w-full max-w-2xl items-center gap-1 py-3">
          <span className="mr-auto text-xs text-muted">{t.fieldCount(content.fields.length)}</span>
          {canEdit && <CommandButton command={undo} iconOnly />}
          {canEdit && <CommandButton command={redo} iconOnly />}
          {!wide && <CommandButton command={showPreview} />}
        </div>
        <FormCanvas
          content={content}
          builder={{
            ...builder,
            select: (name) => {
              if (name !== undefined && name !== builder.selected && wide) setPanel('field')
              builder.select(name)
            },
          }}
          issues={preview.issues}
          onOpenSettings={wide ? undefined : () => setSheet('field')}
        />
        <output className="sr-only">{builder.announcement}</output>
      </section>
      {wide && (
        <ResizablePanel
          label={t.panel}
          side="right"
          storageKey="form-panel"
          defaultSize={440}
          min={320}
          max={720}
          className="border-l border-line bg-surface"
        >
          <Tabs
            label={t.panel}
            value={panel}
            onChange={setPanel}
            className="h-full"
            contentClassName="overflow-y-auto"
            tabs={[
              {
                value: 'field',
                label: field === undefined ? t.panelTabs.form : t.panelTabs.field,
                content: <div className="p-4">{inspector}</div>,
              },
              { value: 'preview', label: t.panelTabs.preview, content: previewPane },
            ]}
          />
        </ResizablePanel>
      )}
      <Dialog
        open={!wide && sheet !== undefined}
        onDismiss={() => setSheet(undefined)}
        title={
          sheet === 'preview'
            ? t.panelTabs.preview
            : field === undefined
              ? t.fieldSettings
              : t.settingsOf(fieldLabels(content.fields).get(field.name) ?? field.name)
        }
      >
        <DialogBody>
          {sheet === 'preview' ? <div className="h-[65dvh]">{previewPane}</div> : inspector}
        </DialogBody>
      </Dialog>
    </div>
  )
}
