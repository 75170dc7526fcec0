import { PageHeader } from '../../components/page-header.tsx'
import * as t from '../../texts/layout.ts'

export function ExecutionPage() {
  return <PageHeader title={t.execution} />
}
