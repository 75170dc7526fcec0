import { PageHeader } from '../../components/page-header.tsx'
import * as t from '../../texts/layout.ts'

export function WorkflowsPage() {
  return <PageHeader title={t.workflows} />
}
