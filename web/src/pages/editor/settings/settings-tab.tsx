import { PageHeader } from '../../../components/page-header.tsx'
import * as t from '../../../texts/layout.ts'

export function SettingsTab() {
  return <PageHeader title={t.settings} />
}
