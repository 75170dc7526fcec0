import { type FormField } from '@millrace/contract/form.ts'
import { describeAccept, describeBytes, maxFilesOf } from '#domain/index.ts'
import { html, type Html } from '#http/index.ts'
import { attributes } from './attributes.ts'
import { accessibilityAttributes, labelled, type ShownField } from './shown-field.ts'

/** A choice of files. Its limits are visible, and in attributes for the script of the page, which checks them before it sends. */
export function renderFiles(shown: ShownField): Html {
  const { field, id, problem } = shown
  const most = maxFilesOf(field)
  const access = accessibilityAttributes(shown)
  const limits = describeLimits(field)
  const own = attributes({
    ...access,
    id,
    type: 'file',
    name: field.name,
    accept: field.accept?.join(','),
    multiple: most > 1,
    'data-max-files': most,
    'data-max-bytes': field.max_bytes,
    'aria-describedby':
      [access['aria-describedby'], limits && `${id}-limits`].filter(Boolean).join(' ') || undefined,
  })
  return labelled(
    shown,
    html`<input${own} />
      ${limits !== '' && html`<p class="limits" id="${id}-limits">${limits}</p>`}
      ${problem !== undefined && html`<p class="limits" data-choose-again>Please choose the file again.</p>`}
      <ul class="chosen" aria-live="polite"></ul>`,
  )
}

function describeLimits(field: FormField): string {
  const most = maxFilesOf(field)
  return [
    most > 1 && `Up to ${most} files`,
    field.accept !== undefined && field.accept.length > 0 && describeAccept(field),
    field.max_bytes !== undefined && `at most ${describeBytes(field.max_bytes)}${most > 1 ? ' each' : ''}`,
  ]
    .filter((part) => part !== false)
    .join(' · ')
}
