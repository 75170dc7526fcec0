import { breakable, type Fragment, html, type Html, prose } from '../../public/html.ts'
import type { FieldRow } from './describe-fields.ts'

export function fieldsTable(caption: string, rows: readonly FieldRow[]): Html {
  return namesTable(caption, rows.map(fieldRow))
}

/** Two columns, so that the table fits a phone. */
export function namesTable(caption: string, rows: readonly Html[]): Html {
  return html`<table class="fields">
    <caption>
      ${caption}
    </caption>
    <colgroup>
      <col class="names" />
      <col />
    </colgroup>
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Description</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`
}

function fieldRow({ path, type, required, description, notes }: FieldRow): Html {
  const cut = Math.max(path.lastIndexOf('.'), path.lastIndexOf(']')) + 1
  return html`<tr>
    <th scope="row">
      <code class="name"
        >${cut > 0 && html`<span class="parent">${path.slice(0, cut)}</span>`}${breakable(path.slice(cut))}</code
      >${required && html` <span class="required">required</span>`}<span class="type">${type}</span>
    </th>
    <td>
      ${description !== undefined && html`<p>${prose(description)}</p>`}${
        notes.length > 0 && html`<p class="notes">${prose(notes.join(' · '))}</p>`
      }
    </td>
  </tr> `
}

/** Scrollable with the keyboard, which requires an accessible name. */
export function codeBlock(title: Fragment, code: string): Html {
  return html`<figure class="code">
    <figcaption>${title}</figcaption>
    <pre tabindex="0" role="group" aria-label="Code"><code>${code}</code></pre>
  </figure> `
}

export function jsonBlock(title: Fragment, value: unknown): Html {
  return codeBlock(title, JSON.stringify(value, undefined, 2))
}

/** A section with a heading that links to itself. */
export function section(level: 2 | 3, id: string, title: Fragment, body: Fragment): Html {
  const link = html`<a class="anchor" href="#${id}">${title}</a>`
  const heading =
    level === 2 ? html`<h2 id="${id}-title">${link}</h2>` : html`<h3 id="${id}-title">${link}</h3>`
  return html`<section id="${id}" aria-labelledby="${id}-title">${heading} ${body}</section> `
}

export function methodBadge(method: string): Html {
  return html`<span class="method ${method.toLowerCase()}">${method.toUpperCase()}</span>`
}
