/** Markup that is safe to send: we wrote the template, and every inserted value was escaped. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type Fragment = Html | string | number | undefined | false | readonly Fragment[]

/** The only way to create markup: inserted values are escaped unless they are markup from this function. */
export function html(strings: TemplateStringsArray, ...values: readonly Fragment[]): Html {
  let text = unindent(strings[0])
  for (const [index, value] of values.entries()) text += render(value) + unindent(strings[index + 1])
  return new Html(text)
}

/** Templates are indented for their readers only. Inserted values, such as code, preserve their indentation. */
function unindent(text = ''): string {
  return text.replaceAll(/\n\s+/g, '\n')
}

function render(value: Fragment): string {
  if (value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'string' || typeof value === 'number') return escapeText(String(value))
  return value.map(render).join('')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

/** A long name that browsers may break after each `_`. */
export function breakable(name: string): Html {
  return html`${name.split(/(?<=_)/).map((part) => html`${part}<wbr />`)}`
}

/** A text of the contract; `backticks` mark code. */
export function prose(text: string): Html {
  return html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
}
