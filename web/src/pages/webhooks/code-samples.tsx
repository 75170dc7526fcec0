import { useState } from 'react'
import go from '../../../../docs/samples/webhooks/verify.go?raw'
import php from '../../../../docs/samples/webhooks/verify.php?raw'
import py from '../../../../docs/samples/webhooks/verify.py?raw'
import ts from '../../../../docs/samples/webhooks/verify.ts?raw'
import { CopyButton } from '../../components/copy-button.tsx'
import { Segmented } from '../../components/segmented.tsx'
import * as t from '../../texts/webhooks/detail.ts'

const samples = { ts, py, go, php }
type Language = keyof typeof samples
const languages = Object.keys(samples) as Language[]

/** How to verify a signature, in four languages. The samples are tested against real deliveries. */
export function CodeSamples() {
  const [language, setLanguage] = useState<Language>('ts')
  const sample = samples[language]
  return (
    <div className="mx-auto w-full max-w-3xl space-y-4 px-4 py-5 sm:px-6">
      <p className="text-sm text-muted">{t.verifyIntro}</p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segmented
          label={t.language}
          value={language}
          onChange={setLanguage}
          options={languages.map((value) => ({ value, label: t.languages[value] }))}
        />
        <CopyButton text={sample} contentName={`${t.languages[language]} ${t.code}`} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolling by keyboard needs the focus */}
      <pre
        tabIndex={0}
        className="overflow-x-auto rounded-card border border-line bg-surface p-4 text-xs leading-5"
      >
        <code>{sample}</code>
      </pre>
    </div>
  )
}
