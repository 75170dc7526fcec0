import type { CreatedApiKey } from '../../api/types.ts'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { DialogBody, DialogFooter } from '../../components/dialog.tsx'
import * as t from '../../texts/api-keys/create.ts'
import * as common from '../../texts/common.ts'

interface NewKeyProps {
  created: CreatedApiKey
  /** The user tried to close the dialog or the page without the button. */
  warned: boolean
  onCopied: () => void
  onDone: () => void
}

export function NewKey({ created, warned, onCopied, onDone }: NewKeyProps) {
  const curl = `curl -H "Authorization: Bearer ${created.key}" ${location.origin}/v1/workflows`
  return (
    <>
      <DialogBody>
        <Secret label={t.apiKey} text={created.key} testId="new-api-key" onCopied={onCopied} />
        <Secret
          label={t.tryIt}
          copyName={t.curlCommand}
          text={curl}
          testId="new-api-key-curl"
          onCopied={onCopied}
        />
        {warned ? (
          <Alert tone="warning" live title={t.savedKey}>
            {t.savedKeyNote}
          </Alert>
        ) : (
          <Alert title={t.shownOnce}>{t.shownOnceNote}</Alert>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onDone}>{common.done}</Button>
      </DialogFooter>
    </>
  )
}

interface SecretProps {
  label: string
  copyName?: string
  text: string
  testId: string
  onCopied: () => void
}

function Secret({ label, copyName = label, text, testId, onCopied }: SecretProps) {
  return (
    <div className="space-y-1.5">
      <div className="flex items-end justify-between gap-4">
        <h3 className="text-sm font-medium tracking-normal">{label}</h3>
        <CopyButton text={text} contentName={copyName} onCopied={onCopied} />
      </div>
      <code
        data-testid={testId}
        className="block rounded-control border border-line bg-sunken p-3.5 font-mono text-[0.8125rem] leading-relaxed break-all select-all"
      >
        {text}
      </code>
    </div>
  )
}
