import { fieldLabels } from '@millrace/contract/field-label.ts'
import { useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import type { FormField } from '../../api/forms.ts'
import type { EditorStore } from '../../editor/model/editor-store.ts'
import * as t from '../../texts/forms/builder.ts'
import * as edits from '../model/field-edits.ts'
import type { FieldType } from '../model/field-kinds.ts'
import { toField } from '../model/form-document.ts'

export interface Builder {
  readonly store: EditorStore
  readonly canEdit: boolean
  /** The name of the field whose settings are shown. */
  readonly selected: string | undefined
  /** Where the search for a type is open: after this field, or `null` for the end. */
  readonly addingAfter: string | null | undefined
  /** What screen readers announce. */
  readonly announcement: string
  /** The identity of a field on the page, which stays while its name changes. */
  keyOf(name: string): string
  select(name: string | undefined): void
  openAdd(after?: string): void
  closeAdd(): void
  add(type: FieldType): void
  remove(field: FormField): void
  duplicate(field: FormField): void
  move(field: FormField, to: number): void
  setLabel(name: string, label: string): void
  /** The label is complete. */
  leaveLabel(name: string): void
  set(name: string, member: keyof FormField, value: unknown, coalesce?: string): void
  setType(name: string, type: FieldType): void
  rename(name: string, wanted: string): void
}

export function labelId(name: string): string {
  return `field-label-${name}`
}

/** Everything that the builder can do with the fields of a form. */
export function useBuilder(store: EditorStore, canEdit: boolean): Builder {
  const selected = useStore(store, (state) => [...state.selectedNodes][0])
  const [addingAfter, setAddingAfter] = useState<string | null>()
  const [announcement, announce] = useState('')
  const [keys] = useState(() => new Map<string, string>())

  const actions = useMemo(() => {
    /** The field is there at once: what is typed next must not get lost. */
    const editAndFocus = (edit: () => string | undefined) => {
      const name = flushSync(edit)
      if (name === undefined) return
      const field = document.getElementById(labelId(name))
      field?.focus()
      field?.scrollIntoView({ block: 'nearest' })
    }
    const afterRename = (before: string, name: string) => {
      if (name === before) return
      keys.set(name, keys.get(before) ?? before)
      setAddingAfter((after) => (after === before ? name : after))
      if (store.getState().selectedNodes.size === 0) store.select([name])
    }
    const nameOf = ({ name }: FormField) =>
      fieldLabels(store.getState().document.nodes.map(toField)).get(name) ?? name
    return {
      keyOf: (name: string) => keys.get(name) ?? name,
      select: (name: string | undefined) => {
        const { selectedNodes } = store.getState()
        if (name === undefined ? selectedNodes.size > 0 : !selectedNodes.has(name)) {
          store.select(name === undefined ? [] : [name])
        }
      },
      openAdd: (after?: string) => setAddingAfter(after ?? null),
      closeAdd: () => setAddingAfter(undefined),
      addAfter: (type: FieldType, after: string | undefined) => {
        editAndFocus(() => {
          let name = ''
          setAddingAfter(undefined)
          store.edit(t.edits.add, (draft) => {
            name = edits.addField(draft, type, after)
          })
          store.select([name])
          return name
        })
      },
      remove: (field: FormField) => {
        const { nodes } = store.getState().document
        const at = nodes.findIndex(({ id }) => id === field.name)
        const neighbour = nodes[at + 1] ?? nodes[at - 1]
        editAndFocus(() => {
          announce(t.deleted(nameOf(field)))
          store.edit(t.edits.remove, (draft) => edits.removeField(draft, field.name))
          return neighbour?.id
        })
      },
      duplicate: (field: FormField) => {
        editAndFocus(() => {
          let name = field.name
          store.edit(t.edits.duplicate, (draft) => {
            name = edits.duplicateField(draft, field.name)
          })
          store.select([name])
          return name
        })
      },
      move: (field: FormField, to: number) => {
        store.edit(t.edits.move, (draft) => edits.moveField(draft, field.name, to))
        const { nodes } = store.getState().document
        const at = nodes.findIndex(({ id }) => id === field.name)
        announce(t.moved(nameOf(field), at + 1, nodes.length))
      },
      setLabel: (name: string, label: string) =>
        store.edit(t.edits.label, (draft) => edits.setMember(draft, name, 'label', label), {
          coalesce: `label:${name}`,
        }),
      leaveLabel: (name: string) => {
        let next = name
        store.edit(t.edits.label, (draft) => {
          next = edits.nameByLabel(draft, name)
        })
        afterRename(name, next)
      },
      set: (name: string, member: keyof FormField, value: unknown, coalesce: string = member) =>
        store.edit(t.edits.field, (draft) => edits.setMember(draft, name, member, value), {
          coalesce: `${coalesce}:${name}`,
        }),
      setType: (name: string, type: FieldType) =>
        store.edit(t.edits.type, (draft) => edits.setType(draft, name, type)),
      rename: (name: string, wanted: string) => {
        let next = name
        store.edit(t.edits.rename, (draft) => {
          next = edits.renameField(draft, name, wanted)
        })
        afterRename(name, next)
      },
    }
  }, [store, keys])

  const { addAfter, ...rest } = actions
  return {
    ...rest,
    store,
    canEdit,
    selected,
    addingAfter,
    announcement,
    add: (type) => addAfter(type, addingAfter ?? undefined),
  }
}
