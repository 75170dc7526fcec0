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
  let parts = unindented.get(strings)
  if (parts === undefined) {
    parts = strings.map((part) => part.replaceAll(/\n\s+/g, '\n'))
    unindented.set(strings, parts)
  }
  let text = parts[0] ?? ''
  for (let index = 0; index < values.length; index += 1) text += render(values[index]) + parts[index + 1]
  return new Html(text)
}

/**
 * The parts of each template. Templates are indented for their readers only; inserted values, such as code, preserve their
 * indentation.
 */
const unindented = new WeakMap<TemplateStringsArray, readonly string[]>()

function render(value: Fragment): string {
  if (value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'string' || typeof value === 'number') return escapeText(String(value))
  // Joined, and not added up: a long list of additions is a tree, which garbage collections visit again and again.
  return value.map(render).join('')
}

const SPECIAL = /[&<>"']/
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** The text with entities instead of the characters that mean something in markup. */
export function escapeText(text: string): string {
  // Most texts have none of them, and replacing takes longer than looking.
  if (!SPECIAL.test(text)) return text
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
