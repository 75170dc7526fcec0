import { PageHeader } from '../../../components/page-header.tsx'
import * as t from '../../../texts/layout.ts'

export function VersionsTab() {
  return <PageHeader title={t.versions} />
}
