import { useNavigate, useParams } from '@tanstack/react-router'
import { Download, ExternalLink, Workflow, X } from 'lucide-react'
import { type FormEvent, useId, useMemo, useState } from 'react'
import { call } from '../../api/call.ts'
import * as operations from '../../api/generated/operations.ts'
import { CommandButton } from '../../app/commands/command-button.tsx'
import { useCommands } from '../../app/commands/use-commands.ts'
import { useCan } from '../../app/use-can.ts'
import { Alert } from '../../components/alert.tsx'
import { Button, buttonClass } from '../../components/button.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { FieldError, inputClass } from '../../components/field.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { toast } from '../../components/toast-store.ts'
import { useOpenForm } from '../../forms/model/form-context.ts'
import { editSetting, useFormContent } from '../../forms/model/use-form-content.ts'
import { download, fileNameOf } from '../../forms/share/download.ts'
import { createQrCode, toPng, toSvg } from '../../forms/share/qr-code.ts'
import { embedSnippet, submitRequest } from '../../forms/share/snippets.ts'
import * as t from '../../texts/forms/share.ts'
import { Section, SectionColumn } from './section.tsx'

/** Everything that brings people to the form. */
export function ShareTab() {
  const { formId = '' } = useParams({ strict: false })
  const { form, store } = useOpenForm()
  const { name, fields } = useFormContent(store)
  const navigate = useNavigate()
  const canBuild = useCan('workflows:write')
  const isClosed = form.statistics !== undefined && form.statistics.state !== 'open'
  const startWorkflow = {
    id: 'form.start-workflow',
    title: t.startWorkflow,
    group: t.workflowTitle,
    icon: Workflow,
    keys: ['w'],
    enabled: canBuild,
    run: async () => {
      const node = {
        id: 'form',
        type: 'form',
        name: t.triggerName,
        position: { x: 0, y: 0 },
        data: { form_id: formId },
      }
      const body = { name: [...t.workflowName(name)].slice(0, 200).join(''), nodes: [node], edges: [] }
      const { data } = await call(operations.createWorkflow, { body })
      await navigate({ to: '/workflows/$workflowId', params: { workflowId: data.id } })
    },
  }
  useCommands([startWorkflow])
  return (
    <SectionColumn>
      {isClosed && <Alert tone="warning">{t.closedNote}</Alert>}
      <Section title={t.linkTitle} note={t.linkNote}>
        <div className="flex flex-wrap items-center gap-2">
          <input
            aria-label={t.link}
            readOnly
            value={form.url}
            onFocus={(event) => event.target.select()}
            className={`${inputClass} min-w-0 flex-1 basis-60 font-mono text-[0.8125rem]!`}
          />
          <CopyButton text={form.url} contentName={t.linkContent} />
          <a href={form.url} target="_blank" rel="noreferrer" className={buttonClass('secondary', 'sm')}>
            <ExternalLink aria-hidden="true" className="size-4" />
            {t.open}
          </a>
        </div>
      </Section>
      <QrSection url={form.url} name={name} />
      {canBuild && (
        <Section title={t.workflowTitle} note={t.workflowNote}>
          <CommandButton command={startWorkflow} variant="primary" />
        </Section>
      )}
      <EmbedSection url={form.url} name={name} />
      <Section title={t.apiTitle} note={t.apiNote}>
        <Code
          text={submitRequest(new URL(form.url).origin + basePath(form.url), formId, fields)}
          contentName={t.apiContent}
        />
      </Section>
    </SectionColumn>
  )
}

/** The path of the public URL, without that of the form. */
function basePath(url: string): string {
  return new URL(url).pathname.replace(/\/f\/[^/]+$/, '')
}

function QrSection({ url, name }: { url: string; name: string }) {
  const code = useMemo(() => createQrCode(url), [url])
  const savePng = async () => {
    try {
      download(await toPng(code), fileNameOf(name, 'png'))
    } catch {
      toast.show({ tone: 'danger', title: t.downloadFailed })
    }
  }
  return (
    <Section title={t.qrTitle} note={t.qrNote}>
      <div className="flex flex-wrap items-end gap-5">
        <svg
          role="img"
          aria-label={t.qrImage}
          viewBox={`0 0 ${code.size} ${code.size}`}
          shapeRendering="crispEdges"
          className="size-44 rounded-control border border-line bg-paper"
        >
          <path d={code.path} fill="#000" />
        </svg>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            size="sm"
            onClick={() =>
              download(new Blob([toSvg(code)], { type: 'image/svg+xml' }), fileNameOf(name, 'svg'))
            }
          >
            <Download aria-hidden="true" className="size-4" />
            {t.downloadSvg}
          </Button>
          <Button variant="secondary" size="sm" onClick={() => void savePng()}>
            <Download aria-hidden="true" className="size-4" />
            {t.downloadPng}
          </Button>
        </div>
      </div>
    </Section>
  )
}

function EmbedSection({ url, name }: { url: string; name: string }) {
  const { store, canEdit } = useOpenForm()
  const { embed_origins: origins = [] } = useFormContent(store).settings
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const id = useId()
  const change = (next: readonly string[]) =>
    editSetting(store, 'embed_origins', next.length === 0 ? undefined : [...next])
  const add = (event: FormEvent) => {
    event.preventDefault()
    const origin = toOrigin(typed)
    if (origin === undefined) return setError(t.invalidOrigin)
    if (origins.includes(origin)) return setError(t.knownOrigin)
    change([...origins, origin])
    setTyped('')
    setError(undefined)
  }
  return (
    <Section title={t.embedTitle} note={t.embedNote}>
      {origins.length > 0 && (
        <ul aria-label={t.origins} className="divide-y divide-line rounded-control border border-line">
          {origins.map((origin) => (
            <li key={origin} className="flex min-h-10 items-center gap-2 py-1 pr-1 pl-3 text-[0.8125rem]">
              <span className="min-w-0 flex-1 truncate font-mono">{origin}</span>
              {canEdit && (
                <IconButton
                  icon={X}
                  label={t.removeOrigin(origin)}
                  onClick={() => change(origins.filter((other) => other !== origin))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {canEdit && (
        <form noValidate onSubmit={add} className="space-y-1.5">
          <label htmlFor={id} className="block text-[0.8125rem] font-medium">
            {t.addOrigin}
          </label>
          <div className="flex gap-2">
            <input
              id={id}
              type="url"
              value={typed}
              placeholder={t.originPlaceholder}
              maxLength={300}
              aria-invalid={error === undefined ? undefined : true}
              aria-describedby={error === undefined ? undefined : `${id}-error`}
              onChange={(event) => {
                setTyped(event.target.value)
                setError(undefined)
              }}
              className={`${inputClass} min-w-0 flex-1`}
            />
            <Button type="submit" variant="secondary">
              {t.addOrigin}
            </Button>
          </div>
          {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
        </form>
      )}
      {origins.length === 0 ? (
        <p className="text-[0.8125rem] text-muted">{t.noOrigins}</p>
      ) : (
        <Code text={embedSnippet(url, name)} contentName={t.snippetContent} />
      )}
    </Section>
  )
}

/** The origin of an address; a bare host gets https. */
function toOrigin(text: string): string | undefined {
  const trimmed = text.trim()
  const address = /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`
  if (trimmed === '' || !URL.canParse(address)) return undefined
  const { origin } = new URL(address)
  return /^https?:\/\/([a-z\d.-]+|\[[\da-f:.]+\])(:\d+)?$/.test(origin) ? origin : undefined
}

function Code({ text, contentName }: { text: string; contentName: string }) {
  return (
    <div className="relative">
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-control border border-line bg-sunken p-3 pr-28 text-xs leading-5"
      >
        <code>{text}</code>
      </pre>
      <span className="absolute top-2 right-2">
        <CopyButton text={text} contentName={contentName} />
      </span>
    </div>
  )
}
