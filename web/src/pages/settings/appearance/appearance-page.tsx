import { themeOptions } from '../../../app/theme-options.ts'
import { chooseTheme, useTheme } from '../../../app/theme.ts'
import { Card, CardHeader } from '../../../components/card.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { Segmented } from '../../../components/segmented.tsx'
import * as common from '../../../texts/common.ts'
import * as t from '../../../texts/settings/appearance.ts'

export function AppearancePage() {
  const theme = useTheme()
  return (
    <>
      <PageHeader title={t.title}>{t.intro}</PageHeader>
      <Card className="max-w-3xl">
        <CardHeader title={common.theme}>{t.themeNote}</CardHeader>
        <div className="p-5 sm:px-6 sm:pb-6">
          <div className="sm:max-w-xs">
            <Segmented label={common.theme} value={theme} onChange={chooseTheme} options={themeOptions} />
          </div>
        </div>
      </Card>
    </>
  )
}
