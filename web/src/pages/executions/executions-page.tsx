import { PageHeader } from '../../components/page-header.tsx'
import * as t from '../../texts/layout.ts'

export function ExecutionsPage() {
  return <PageHeader title={t.executions} />
}
