import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState, type FormEvent } from 'react'
import { describeError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import * as operations from '../../api/generated/operations.ts'
import type { DocumentChanges, ImportReport, Integration } from '../../api/integrations.ts'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { controlClass } from '../../components/input/control.ts'
import * as common from '../../texts/common.ts'
import * as t from '../../texts/connections/integrations.ts'
import { DropArea } from './drop-area.tsx'
import { ChangeReport, NewImport } from './import-report.tsx'

interface ImportDialogProps {
  /** The imported integration whose document is replaced; a new one is created without it. */
  replaces?: Integration | undefined
  onClose: () => void
  onOpen: (id: string) => void
}

type Outcome =
  | { readonly kind: 'new'; readonly id: string; readonly report: ImportReport }
  | { readonly kind: 'changed'; readonly id: string; readonly changes: DocumentChanges | null }

const MAX_FILE_BYTES = 33_554_432

/** Reads an OpenAPI document from a file or a URL, and shows what came of it. */
export function ImportDialog({ replaces, onClose, onOpen }: ImportDialogProps) {
  const client = useQueryClient()
  const formId = useId()
  const [file, setFile] = useState<{ name: string; size: number; text: string }>()
  /** The size of a chosen file that is too large. */
  const [refusedSize, setRefusedSize] = useState<number>()
  const [url, setUrl] = useState('')
  const [name, setName] = useState('')
  const [baseUrl, setBaseUrl] = useState('')
  const [wasSent, setWasSent] = useState(false)
  const source = url.trim() === '' ? { document: file?.text ?? '' } : { url: url.trim() }
  const hasSource = url.trim() !== '' || file !== undefined
  const isNameMissing = replaces === undefined && name.trim() === ''
  const fileError =
    refusedSize !== undefined
      ? t.fileTooLarge(refusedSize)
      : wasSent && !hasSource
        ? t.sourceRequired
        : undefined
  const request = useRef<AbortController>(undefined)
  const [wasStopped, setWasStopped] = useState(false)
  const send = useMutation({
    mutationFn: async (): Promise<Outcome> => {
      const { signal } = (request.current = new AbortController())
      setWasStopped(false)
      const address = baseUrl.trim() === '' ? {} : { base_url: baseUrl.trim() }
      if (replaces !== undefined) {
        const params = { id: replaces.id }
        const { data } = await call(operations.updateIntegration, {
          params,
          body: { ...source, ...address },
          signal,
        })
        return { kind: 'changed', id: data.id, changes: data.changes }
      }
      const body = { name: name.trim(), ...source, ...address }
      const { data } = await call(operations.importIntegration, { body, signal })
      return { kind: 'new', id: data.id, report: data }
    },
    // Also after a stop: the server may have been faster.
    onSettled: () => client.invalidateQueries({ queryKey: ['integrations'] }),
  })
  const stop = () => {
    setWasStopped(true)
    request.current?.abort()
  }
  const readFile = async (chosen: File | undefined) => {
    if (chosen === undefined) return
    setRefusedSize(chosen.size > MAX_FILE_BYTES ? chosen.size : undefined)
    if (chosen.size > MAX_FILE_BYTES) return
    setFile({ name: chosen.name, size: chosen.size, text: await chosen.text() })
    setUrl('')
    if (name === '') setName(chosen.name.replace(/\.(json|ya?ml)$/i, ''))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWasSent(true)
    if (hasSource && !isNameMissing && !send.isPending) send.mutate()
  }
  const title = replaces === undefined ? t.importTitle : t.replaceTitle(replaces.name)
  if (send.data !== undefined) {
    const outcome = send.data
    return (
      <Dialog open onDismiss={onClose} title={title} size="lg">
        <DialogBody focusable>
          {outcome.kind === 'new' && <NewImport report={outcome.report} />}
          {outcome.kind === 'changed' && outcome.changes !== null && (
            <ChangeReport changes={outcome.changes} />
          )}
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" onClick={onClose}>
            {common.close}
          </Button>
          <Button onClick={() => onOpen(outcome.id)}>{t.openIntegration}</Button>
        </DialogFooter>
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onDismiss={(trigger) => trigger !== 'outside' && (send.isPending ? stop() : onClose())}
      title={title}
      description={replaces === undefined ? t.importNote : t.replaceNote}
      size="lg"
    >
      <DialogBody>
        {send.error !== null && !wasStopped && (
          <Alert tone="danger" live title={t.importFailed}>
            {describeError(send.error)}
          </Alert>
        )}
        <form id={formId} noValidate onSubmit={submit} className="space-y-5">
          <DropArea file={file} error={fileError} onFile={(chosen) => void readFile(chosen)} />
          <Field label={t.fromUrl}>
            {(control) => (
              <input
                {...control}
                type="url"
                inputMode="url"
                spellCheck={false}
                placeholder={t.urlExample}
                value={url}
                onChange={(event) => {
                  setUrl(event.target.value)
                  setFile(undefined)
                  setRefusedSize(undefined)
                }}
                className={controlClass(true)}
              />
            )}
          </Field>
          {replaces === undefined && (
            <Field label={t.importName} error={wasSent && isNameMissing ? t.nameRequired : undefined}>
              {(control) => (
                <input
                  {...control}
                  value={name}
                  maxLength={200}
                  onChange={(event) => setName(event.target.value)}
                  className={controlClass(true)}
                />
              )}
            </Field>
          )}
          {replaces === undefined && (
            <Field label={t.baseUrl} hint={t.baseUrlHint}>
              {(control) => (
                <input
                  {...control}
                  type="url"
                  inputMode="url"
                  spellCheck={false}
                  value={baseUrl}
                  onChange={(event) => setBaseUrl(event.target.value)}
                  className={controlClass(true)}
                />
              )}
            </Field>
          )}
        </form>
      </DialogBody>
      <DialogFooter>
        {send.isPending && (
          <p role="status" className="mr-auto self-center text-[0.8125rem] text-muted">
            {t.reading}
          </p>
        )}
        <Button variant="secondary" onClick={send.isPending ? stop : onClose}>
          {common.cancel}
        </Button>
        <Button type="submit" form={formId} busy={send.isPending}>
          {replaces === undefined ? t.importNow : t.replaceNow}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
