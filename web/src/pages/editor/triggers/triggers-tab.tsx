import { PageHeader } from '../../../components/page-header.tsx'
import * as t from '../../../texts/layout.ts'

export function TriggersTab() {
  return <PageHeader title={t.triggers} />
}
