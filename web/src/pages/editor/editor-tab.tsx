import { PageHeader } from '../../components/page-header.tsx'
import * as t from '../../texts/layout.ts'

export function EditorTab() {
  return <PageHeader title={t.editor} />
}
