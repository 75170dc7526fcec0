import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { FormSettings } from '../../api/forms.ts'
import type { EditorStore } from '../../editor/model/editor-store.ts'
import * as t from '../../texts/forms/builder.ts'
import { setSetting } from './field-edits.ts'
import { type FormContent, readContent } from './form-document.ts'

/** The form as it is edited. */
export function useFormContent(store: EditorStore): FormContent {
  const document = useStore(store, (state) => state.document)
  return useMemo(() => readContent(document), [document])
}

/** Changes a setting; typing becomes one undo step. */
export function editSetting<Member extends keyof FormSettings>(
  store: EditorStore,
  member: Member,
  value: FormSettings[Member] | undefined,
): void {
  store.edit(t.edits.setting, (draft) => setSetting(draft, member, value), { coalesce: `setting:${member}` })
}
