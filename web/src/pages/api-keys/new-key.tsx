import type { CreatedApiKey } from '../../api/types.ts'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { DialogBody, DialogFooter } from '../../components/dialog.tsx'

interface NewKeyProps {
  created: CreatedApiKey
  /** Somebody tried to leave without the button. */
  warned: boolean
  onCopied: () => void
  onDone: () => void
}

export function NewKey({ created, warned, onCopied, onDone }: NewKeyProps) {
  const curl = `curl -H "Authorization: Bearer ${created.key}" ${location.origin}/v1/workflows`
  return (
    <>
      <DialogBody>
        <Secret label="API key" text={created.key} testId="new-api-key" onCopied={onCopied} />
        <Secret
          label="Try it"
          copyName="curl command"
          text={curl}
          testId="new-api-key-curl"
          onCopied={onCopied}
        />
        {warned ? (
          <Alert tone="warning" live title="Have you stored the key?">
            Once this is closed nobody can see it again, not even you. Choose “Done” when it is in a safe
            place.
          </Alert>
        ) : (
          <Alert title="This is the only time the key is shown">
            Millrace keeps no copy of it. If it is lost, revoke it and create another.
          </Alert>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onDone}>Done</Button>
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
        <CopyButton text={text} what={copyName} onCopied={onCopied} />
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
