/** Markup that is safe to send: the text around it was written by us, everything put into it was escaped. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type Fragment = Html | string | number | undefined | false | readonly Fragment[]

/** The only way to make markup: whatever is put into the template is escaped unless it was made by it. */
export function html(strings: TemplateStringsArray, ...values: readonly Fragment[]): Html {
  let text = unindent(strings[0])
  for (const [index, value] of values.entries()) text += render(value) + unindent(strings[index + 1])
  return new Html(text)
}

/** Indentation is for those who read the template. What is put in, such as code, keeps its own. */
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

/** A long name that may be broken behind each `_`. */
export function breakable(name: string): Html {
  return html`${name.split(/(?<=_)/).map((part) => html`${part}<wbr />`)}`
}

/** A sentence of the contract, in which `backticks` mark what is typed as it stands. */
export function prose(text: string): Html {
  return html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
}
